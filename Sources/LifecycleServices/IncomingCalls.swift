// Calls over the network. A push announces one, and the system ends an app that reports none for it.

/// A VoIP push that has come.
@MainActor
public final class IncomingPush {
  /// What the server put beside `aps`, with what is nested in it.
  public let content: [String: PushValue]
  private let report: (_ caller: String) -> Void

  /// Makes a push; for implementations of `IncomingCalls`.
  ///
  /// - Parameters:
  ///   - content: What the server put beside `aps`.
  ///   - report: Reports a call to the platform.
  public init(_ content: [String: PushValue], report: @escaping (_ caller: String) -> Void) {
    self.content = content
    self.report = report
  }

  /// What the server put under a key beside `aps`, as it prints; nil without it.
  public subscript(key: String) -> String? { content[key]?.printed }

  /// Reports the call, before the handler returns and on every path.
  public func reportCall(from caller: String) { report(caller) }
}

/// Calls over the network.
@MainActor
public protocol IncomingCalls: AnyObject, Sendable {
  /// Sets the handler of VoIP pushes, which reports a call for each.
  ///
  /// An app sets it while it is launched, since the system may have launched it for one. The push is
  /// completed when the handler has returned.
  func setIncomingPushHandler(_ handler: @escaping @MainActor (IncomingPush) -> Void)
}
