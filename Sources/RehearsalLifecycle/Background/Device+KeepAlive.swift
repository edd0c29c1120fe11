// The keep-alive handler of VoIP apps before iOS 9 (R141): called again and again in the
// background, at most every ten minutes and for ten seconds.

/// A keep-alive handler.
struct KeepAlive: Sendable {
  let timeout: TimeSpan
  let callback: CallbackIdentifier
  var event: EventIdentifier
}

extension Device {
  /// Sets the handler that keeps a VoIP app's connection alive.
  ///
  /// - Parameters:
  ///   - timeout: From call to call, at least 600 seconds.
  ///   - callback: Delivered again and again in the background. It dies with the process, or when
  ///     another takes its place.
  ///   - id: The calling process.
  /// - Returns: Whether it is set, and the callback that is never called after this.
  package mutating func setKeepAliveTimeout(
    _ timeout: TimeSpan, callback: CallbackIdentifier, in id: ProcessIdentifier
  ) -> (isSet: Bool, freed: CallbackIdentifier?) {
    guard isAlive(id), SystemVersionRange.majors(4, 8).contains(profile.system),
      installations[id.app.position].description.hasBackgroundMode(.voip),
      timeout >= span(of: .keepAliveTimeout)
    else { return (false, callback) }
    let old = process(id)?.services.value.keepAlive
    if let old { queue.cancel(old.event) }
    let event = queue.schedule(.keepAliveIsDue(id), at: now.after(timeout))
    let keepAlive = KeepAlive(timeout: timeout, callback: callback, event: event)
    change(id) { $0.services.value.keepAlive = keepAlive }
    return (true, old?.callback)
  }

  /// The time of the handler has come; in the foreground it is not called.
  mutating func keepAliveIsDue(of id: ProcessIdentifier) {
    guard var keepAlive = process(id)?.services.value.keepAlive else { return }
    keepAlive.event = queue.schedule(.keepAliveIsDue(id), at: now.after(keepAlive.timeout))
    let next = keepAlive
    change(id) { $0.services.value.keepAlive = next }
    guard let process = process(id), process.intended == .background,
      process.termination == nil
    else { return }
    let index = record(.assertion(.keepAlive), of: id, rule: .R141, cause: nil)
    wake(id.app, for: WakeUp(kind: .keepAlive, events: []), cause: index)
    enqueue(.keepAlive, for: id, cause: index)
  }

  /// The main thread comes to the handler.
  mutating func callKeepAlive(of id: ProcessIdentifier, cause: Int?) -> Delivery? {
    guard let keepAlive = process(id)?.services.value.keepAlive else { return nil }
    let index = record(.callback(.keepAlive), of: id, rule: .R141, cause: cause)
    begin(id, record: index)
    return .callback(keepAlive.callback, arguments: [], isLast: false)
  }
}
