// What can come over the app in front: one row for each kind, with what it does to the app and
// what accepting it means.

/// Something of the system that comes over the app in front.
public enum InterruptionKind: String, CaseIterable, Hashable, Sendable {
  case phoneCall, sms, alarm, calendarAlert, lowBattery, permissionAlert, siri, controlCenter
  case notificationCenter, biometrics, banner
  case purchase, applePay, signIn, passwordSheet
}

extension InterruptionKind {
  /// Whether it is a question of the system on behalf of an app; one comes after the other (R045).
  package var isPrompt: Bool { self == .permissionAlert || self == .biometrics || sheet != nil }

  /// The versions that have it (R167).
  ///
  /// Before there were banners, what they show came as alerts (R041).
  var versions: SystemVersionRange {
    switch self {
    case .siri, .notificationCenter: .from(5)
    case .controlCenter: .from(7)
    case .biometrics: .from(8)
    case .passwordSheet: .from(11)
    default: .all
    }
  }
}

/// An app of the system that takes the screen and is not simulated itself.
package enum SystemApp: String, CaseIterable, Hashable, Sendable {
  case phone, messages, calendar, safari, maps
}

/// What an interruption does on a device.
struct InterruptionBehavior: Hashable, Sendable {
  /// What the app in front is told when an interruption comes.
  enum Deactivation: CaseIterable, Hashable, Sendable {
    /// Nothing; the app stays active.
    case none
    /// One `willResignActive`.
    case once
    /// `willResignActive`, `didBecomeActive`, `willResignActive`.
    case flickering
  }

  /// What the positive choice of an interruption leads to.
  enum Acceptance: Hashable, Sendable {
    /// The app in front leaves the screen for an app of the system (R038).
    case leavesTo(SystemApp)
    /// The interruption is over and the app in front continues.
    case returns
    /// A call is under way, and the app in front continues (R038).
    case talks
    /// There is nothing to accept.
    case nothing
  }

  let deactivation: Deactivation
  let acceptance: Acceptance
  /// Whether the home button or the lock button closes it.
  let isOverlay: Bool
  let rule: RuleNumber

  private init(
    _ acceptance: Acceptance, _ rule: RuleNumber = .R037, isOverlay: Bool = false,
    _ deactivation: Deactivation = .once
  ) {
    self.acceptance = acceptance
    self.rule = rule
    self.isOverlay = isOverlay
    self.deactivation = deactivation
  }

  /// What a call does whose banner was made full screen (R174).
  static let expandedCall = InterruptionBehavior(.leavesTo(.phone), .R174)

  /// Combines what it does, which the user's settings decided when it came.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(deactivation)
    walk.combine(Int(rule.rawValue))
    switch acceptance {
    case .leavesTo(let app): walk.combine(app.rawValue)
    case .returns: walk.combine(1)
    case .talks: walk.combine(2)
    case .nothing: walk.combine(3)
    }
  }

  /// What a kind does on a device, in the way that the user has set.
  static func of(
    _ kind: InterruptionKind, on device: DeviceTraits, _ settings: Settings, isLocked: Bool
  ) -> InterruptionBehavior {
    switch kind {
    // On a locked device a call always takes the whole screen.
    case .phoneCall where !isLocked && settings.incomingCalls(device) == .banner:
      .init(.talks, .R038, .none)
    case .phoneCall: .init(.leavesTo(.phone))
    case .sms: alert(.messages, on: device, settings)
    case .calendarAlert: alert(.calendar, on: device, settings)
    case .alarm, .lowBattery: .init(.returns)
    case .permissionAlert: .init(.returns, .R045)
    case .purchase, .applePay, .signIn: .init(.returns, .R146)
    case .passwordSheet: .init(.returns, .R171)
    case .biometrics: .init(.returns, device.has(.biometricPrompts) ? .R046 : .R037)
    case .siri: .init(.nothing, isOverlay: true)
    case .controlCenter: .init(.nothing, .R044, isOverlay: true)
    case .notificationCenter:
      device.has(.notificationCenterFlickers)
        ? .init(.nothing, .R043, isOverlay: true, .flickering)
        : .init(.nothing, .R042, isOverlay: true)
    case .banner:
      device.has(.bannersLeaveActive)
        ? .init(.leavesTo(.messages), .R041, isOverlay: false, .none) : .init(.leavesTo(.messages))
    }
  }

  /// What comes as an alert, or as a banner that leaves the app active (R041).
  private static func alert(
    _ systemApp: SystemApp, on device: DeviceTraits, _ settings: Settings
  ) -> InterruptionBehavior {
    settings.alertStyle(device) == .alert
      ? .init(.leavesTo(systemApp)) : .init(.leavesTo(systemApp), .R041, .none)
  }
}

/// An interruption on the screen.
struct Interruption: Sendable {
  let kind: InterruptionKind
  var behavior: InterruptionBehavior
  /// The app that reported the call; nil for anything else.
  var caller: AppIdentifier?
  /// Whether the user has answered such a call, and the app has not carried that out.
  var isAnswered = false
}

/// A call that is under way.
struct PhoneCall: Sendable {
  /// The app that was left for the call and comes back when it is over.
  let returnsTo: AppIdentifier?
  /// Whether it lies over the app that placed it (R040).
  var liesOverApp = false
  /// The app that reported it; nil for a call of the system's own.
  var caller: AppIdentifier?
  /// Whether it was answered from a banner and took no screen (R038).
  var isInPlace = false
}
