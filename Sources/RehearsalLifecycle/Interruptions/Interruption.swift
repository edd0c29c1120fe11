// What can come over the app in front: one row for each kind, with what it does to the app and
// what accepting it means.

/// Something of the system that comes over the app in front.
public enum InterruptionKind: String, CaseIterable, Hashable, Sendable {
  case phoneCall, sms, alarm, calendarAlert, lowBattery, permissionAlert, siri, controlCenter
  case notificationCenter, biometrics, banner
}

/// What the positive choice of an interruption leads to.
enum Acceptance: Hashable, Sendable {
  /// The app in front leaves the screen for an app of the system (R038).
  case leavesTo(SystemApp)
  /// The interruption is over and the app in front goes on.
  case returns
  /// There is nothing to accept.
  case nothing
}

/// What the app in front is told when an interruption comes.
enum Deactivation: Hashable, Sendable {
  /// Nothing; the app stays active.
  case none
  /// One `willResignActive`.
  case once
  /// `willResignActive`, `didBecomeActive`, `willResignActive`.
  case flickering
}

/// What an interruption does, on one version of the system.
struct InterruptionRow: Sendable {
  let versions: SystemVersionRange
  let deactivation: Deactivation
  let acceptance: Acceptance
  /// Whether the home button or the lock button closes it.
  let isOverlay: Bool
  let rule: RuleNumber
}

extension InterruptionKind {
  /// The rows of the kind, in which the first that fits the version counts.
  private var rows: [InterruptionRow] {
    func alert(
      _ acceptance: Acceptance, rule: RuleNumber = .R037, overlay: Bool = false,
      _ deactivation: Deactivation = .once, _ versions: SystemVersionRange = .from(2)
    ) -> InterruptionRow {
      InterruptionRow(
        versions: versions, deactivation: deactivation, acceptance: acceptance,
        isOverlay: overlay, rule: rule)
    }
    return switch self {
    case .phoneCall: [alert(.leavesTo(.phone))]
    case .sms: [alert(.leavesTo(.messages))]
    case .calendarAlert: [alert(.leavesTo(.calendar))]
    case .alarm, .lowBattery: [alert(.returns)]
    case .permissionAlert: [alert(.returns, rule: .R045)]
    case .biometrics: [alert(.returns, rule: .R046, .once, .from(8)), alert(.returns)]
    case .siri: [alert(.nothing, overlay: true)]
    case .controlCenter: [alert(.nothing, rule: .R044, overlay: true)]
    case .notificationCenter:
      [
        alert(.nothing, rule: .R043, overlay: true, .flickering, .from(11)),
        alert(.nothing, rule: .R042, overlay: true),
      ]
    case .banner:
      [
        alert(.leavesTo(.messages), rule: .R041, .none, .from(5)),
        alert(.leavesTo(.messages)),
      ]
    }
  }

  /// What the kind does on a version of the system.
  func row(on system: SystemVersion) -> InterruptionRow {
    rows.first { $0.versions.contains(system) }
      ?? InterruptionRow(
        versions: .from(2), deactivation: .once, acceptance: .returns, isOverlay: false,
        rule: .R037)
  }
}

/// An interruption on the screen.
struct Interruption: Sendable {
  let kind: InterruptionKind
  let row: InterruptionRow
}
