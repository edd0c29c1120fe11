// Background fetch (R097): an app that declares the mode and sets an interval is given the
// opportunity to fetch when the system finds one.

extension Device {
  /// Sets the least time from one fetch to the next; nil is never, with which every app begins.
  ///
  /// - Throws: `CallFault.negativeSpan`, and `processEnded` when the process has ended.
  package mutating func setMinimumBackgroundFetchInterval(
    _ interval: TimeSpan?, in id: ProcessIdentifier
  ) throws(CallFault) {
    guard isAlive(id) else { throw .processEnded }
    if let interval, interval < .zero { throw .negativeSpan }
    installations[id.app.position].registrations.value.fetchInterval = interval
  }

  /// An opportunity for an app to fetch.
  mutating func fetch(_ app: AppIdentifier, cause: Int) -> Refusal? {
    if let refusal = refusalOfFetch(app) ?? gate(.fetch, for: app) { return refusal }
    installations[app.position].registrations.value.lastFetch = now
    let event = WakeUp.Event(message: .performFetch, arguments: [], isAnswered: true)
    wake(app, for: WakeUp(kind: .fetch, events: [event]), cause: cause)
    return nil
  }

  private func refusalOfFetch(_ app: AppIdentifier) -> Refusal? {
    let installation = installations[app.position]
    guard SystemVersionRange.from(7).contains(profile.system) else { return .noFetchInVersion }
    guard installation.description.hasBackgroundMode(.fetch) else { return .noFetchMode }
    let isReplaced =
      SystemVersionRange.from(13).contains(profile.system)
      && installation.description.info[.backgroundTaskIdentifiers] != nil
    guard !isReplaced else { return .fetchIsReplaced }
    guard installation.process?.intended ?? .background == .background else {
      return .fetchInForeground
    }
    let registrations = installation.registrations.value
    guard let interval = registrations.fetchInterval else { return .noFetchInterval }
    if let last = registrations.lastFetch, now < last.after(interval) { return .fetchTooEarly }
    return nil
  }
}
