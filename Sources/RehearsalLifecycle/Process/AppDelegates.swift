// Delegates that an app sets itself (R192), for those whose code does so; all others have theirs from the
// start. What comes before one is set is lost, or waits for it.

import RehearsalValues

/// Something that tells an app by a delegate, which the app has to set.
public enum DelegateKind: String, CaseIterable, Hashable, Sendable {
  /// The user's notification center.
  case notificationCenter
  /// The registry of PushKit.
  case pushRegistry
  /// The background sessions of transfers.
  case urlSession

  /// Whether what comes before waits for the delegate; else it is lost.
  fileprivate var isPatient: Bool { self != .notificationCenter }
}

/// Some of them.
package struct DelegateSet: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// Makes a set of its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of some delegates.
  package init(_ kinds: [DelegateKind]) {
    self.init(
      rawValue: kinds.reduce(0) { bits, kind in
        bits | 1 << (DelegateKind.allCases.firstIndex(of: kind) ?? 0)
      })
  }

  func contains(_ kind: DelegateKind) -> Bool { isSuperset(of: DelegateSet([kind])) }
}

extension Message {
  /// The delegate that gets it and that an app may set late; nil for all others.
  var delegate: DelegateKind? {
    switch self {
    case .didReceiveNotificationResponse, .willPresentNotification: .notificationCenter
    case .didReceiveIncomingPush, .didReceiveIncomingVoIPPush: .pushRegistry
    case .didCompleteDownload, .urlSessionDidFinishEvents: .urlSession
    default: nil
    }
  }
}

extension MainThreadItem {
  /// The delegate that it needs; nil where it needs none that an app may set late.
  fileprivate var delegate: DelegateKind? {
    switch work {
    case .send(let message, _, _), .deliver(let message, _, _, _): message.delegate
    case .completeTransfer: .urlSession
    default: nil
    }
  }
}

extension DelegateKind {
  /// Whether the app has such a delegate at this moment.
  func isSet(in id: ProcessIdentifier, _ kernel: Kernel) -> Bool {
    !kernel.description(of: id.app).lateDelegates.contains(self)
      || kernel.read(id) { $0.delegates.contains(self) } ?? false
  }

  /// The app has set it: what waited for it comes.
  func set(in id: ProcessIdentifier, _ kernel: inout Kernel) {
    let waiting = kernel.change(id) { $0.setDelegate(self) } ?? []
    for item in waiting where item.delegate == self {
      kernel.enqueue(item.work, for: id, scene: item.scene, cause: item.cause)
    }
    let others = waiting.filter { $0.delegate != self }
    kernel.change(id) { process in for item in others { process.putAside(item) } }
  }
}

extension MainThreadItem {
  /// What becomes of an item whose delegate the app has not set yet.
  enum Fate {
    case isDelivered, waits, isLost
  }

  /// Puts an item aside that waits for its delegate; the caller drops one that is lost.
  func fate(in id: ProcessIdentifier, _ kernel: inout Kernel) -> Fate {
    guard let delegate, !delegate.isSet(in: id, kernel) else { return .isDelivered }
    guard delegate.isPatient else { return .isLost }
    kernel.change(id) { $0.putAside(self) }
    kernel.record(
      .refusal(.delegateIsMissing), of: id, rule: .R192, cause: cause, details: .refusal(.none))
    return .waits
  }
}

// MARK: - For app code

/// What an app asks of its delegates.
extension AppContext {
  /// Sets one of the app's delegates; for notifications it is too late for what the launch has to tell
  /// once `didFinishLaunching` has returned.
  package func setDelegate(_ kind: DelegateKind) {
    ask { _, kernel in
      let isLate = kind == .notificationCenter && kernel.read(process) { $0.isLaunching } == false
      guard isLate else { return kind.set(in: process, &kernel) }
      // What the launch tells is queued already, and comes first.
      kernel.enqueue(.setDelegate(kind), for: process, cause: kernel.cause)
    }
  }
}
