// Notifications beside messages, and for the app's own observers (R016, R018, R061). One that the
// app observes is a turn of its code; the others are only recorded.

extension Device {
  /// Begins or ends to hand a notification to the code of a process, besides recording it.
  package mutating func setObserved(
    _ isObserved: Bool, _ notification: SystemNotification, in id: ProcessIdentifier
  ) {
    change(id) { process in
      if isObserved {
        process.observed.insert(notification)
      } else {
        process.observed.remove(notification)
      }
    }
  }

  /// The main thread comes to a notification.
  mutating func post(
    _ notification: SystemNotification, _ info: PlainValue, rule: RuleNumber,
    to id: ProcessIdentifier, scene: SceneIdentifier?, cause: Int?
  ) -> Delivery? {
    let isObserved =
      change(id) { !$0.observed.isEmpty && $0.observed.contains(notification) } ?? false
    let index = record(
      .notification(notification), of: id, scene: scene, rule: rule, cause: cause,
      handled: isObserved ? true : nil)
    guard isObserved else { return nil }
    begin(id, record: index, scene: scene)
    return .notification(notification, info: info)
  }

  /// Posts what comes beside a message: at once where nobody observes it, else as the next turns.
  ///
  /// - Returns: Whether a turn was queued.
  mutating func announce(
    _ message: Message, isBefore: Bool, to id: ProcessIdentifier, scene: SceneIdentifier?,
    cause: Int?
  ) -> Bool {
    let beside = notifications(beside: message, isBefore: isBefore, of: id, scene)
    guard !beside.isEmpty else { return false }
    let isObserved = change(id) { process in
      !process.observed.isEmpty && beside.contains { process.observed.contains($0.notification) }
    }
    guard isObserved == true else {
      for row in beside {
        record(.notification(row.notification), of: id, scene: scene, rule: row.rule, cause: cause)
      }
      return false
    }
    let info = information(beside: message, cause)
    change(id) { process in
      for row in beside.reversed() {
        process.mainThread.items.prepend(
          MainThreadItem(
            work: .post(row.notification, info, row.rule), cause: cause, scene: scene))
      }
    }
    return true
  }

  /// What a notification beside a message carries: that of the launch has its options (R018).
  private func information(beside message: Message, _ record: Int?) -> PlainValue {
    guard message == .didFinishLaunching, let record else { return .emptyMap }
    return trace[record]?.arguments.first ?? .emptyMap
  }

  private func notifications(
    beside message: Message, isBefore: Bool, of id: ProcessIdentifier, _ scene: SceneIdentifier?
  ) -> [NotificationRow] {
    guard let row = message.notification, row.isBefore == isBefore else { return [] }
    guard let scene, let wider = row.applicationNotification, isFirstOrLast(scene, of: id),
      !(wider == .willEnterForeground && profile.has(.missingWillEnterForegroundNotification))
    else { return [row] }
    return [row, NotificationRow(wider, isBefore: isBefore, .R016)]
  }

  /// Whether no other scene is as far in front, so that the application changes with this one.
  private func isFirstOrLast(_ scene: SceneIdentifier, of id: ProcessIdentifier) -> Bool {
    guard let process = process(id), let own = process[scene]?.state.applicationState.rank else {
      return true
    }
    // Going down, the scene still has its old state; coming from the background, too.
    let rank = max(own, 1)
    return !process.scenes.contains {
      $0.identifier != scene && $0.state.applicationState.rank >= rank
    }
  }
}
