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

extension Kernel {
  /// Whether the app has a delegate of a kind at this moment.
  func hasDelegate(_ kind: DelegateKind, _ id: ProcessIdentifier) -> Bool {
    !description(of: id.app).lateDelegates.contains(kind)
      || read(id) { $0.delegates.contains(kind) } ?? false
  }

  /// The delegate that an item lacks; nil where it can be delivered.
  ///
  /// An item that waits for it is put aside, and the caller drops any other.
  mutating func lackedDelegate(
    of item: MainThreadItem, in id: ProcessIdentifier
  ) -> (kind: DelegateKind, waits: Bool)? {
    guard let kind = item.delegate, !hasDelegate(kind, id) else { return nil }
    if kind.isPatient {
      change(id) { $0.putAside(item) }
      record(
        .refusal(.delegateIsMissing), of: id, rule: .R192, cause: item.cause,
        details: .refusal(.none))
    }
    return (kind, kind.isPatient)
  }

  /// The app has set a delegate: what waited for it comes.
  mutating func setDelegate(_ kind: DelegateKind, of id: ProcessIdentifier) {
    let waiting = change(id) { $0.setDelegate(kind) } ?? []
    for item in waiting where item.delegate == kind {
      enqueue(item.work, for: id, scene: item.scene, cause: item.cause)
    }
    let others = waiting.filter { $0.delegate != kind }
    change(id) { process in for item in others { process.putAside(item) } }
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
      guard isLate else { return kernel.setDelegate(kind, of: process) }
      // What the launch tells is queued already, and comes first.
      kernel.enqueue(.setDelegate(kind), for: process, cause: kernel.cause)
    }
  }
}
