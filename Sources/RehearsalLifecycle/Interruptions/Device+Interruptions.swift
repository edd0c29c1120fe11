// Interruptions come, are answered or dismissed. The app in front is inactive while at least one
// that deactivates lies over it; only an accepted one takes it off the screen (R037, R038).

extension Device {
  /// What lies over the screen, the newest last.
  package var interruptionsOnScreen: [InterruptionKind] { interruptions.map(\.kind) }

  /// Whether a call that was answered is under way.
  package var isInCall: Bool { call != nil }

  mutating func interrupt(_ kind: InterruptionKind, cause: Int) -> Refusal? {
    guard !interruptions.contains(where: { $0.kind == kind }) else { return .alreadyInterrupted }
    let row = kind.row(on: profile.system)
    interruptions.append(Interruption(kind: kind, row: row))
    if kind == .phoneCall { interruptAudio(cause: cause) }
    guard row.deactivation != .none else { return nil }
    deactivateFrontmost(
      rule: row.rule, flickers: row.deactivation == .flickering, cause: cause)
    return nil
  }

  mutating func dismiss(_ kind: InterruptionKind, cause: Int) -> Refusal? {
    guard let index = interruptions.lastIndex(where: { $0.kind == kind }) else {
      return .notInterrupted
    }
    let rule = interruptions.remove(at: index).row.rule
    settlePrompt(kind, isGranted: false, cause: cause)
    activateFrontmost(rule: rule, cause: cause)
    if kind == .phoneCall { endAudioInterruption(cause: cause) }
    return nil
  }

  mutating func answer(_ kind: InterruptionKind, cause: Int) -> Refusal? {
    guard let index = interruptions.lastIndex(where: { $0.kind == kind }) else {
      return .notInterrupted
    }
    let row = interruptions[index].row
    switch row.acceptance {
    case .nothing:
      return .nothingToAnswer
    case .returns:
      interruptions.remove(at: index)
      settlePrompt(kind, isGranted: true, cause: cause)
      activateFrontmost(rule: row.rule, cause: cause)
    case .leavesTo(let systemApp):
      interruptions.remove(at: index)
      accept(systemApp, cause: cause)
    }
    return nil
  }

  /// The app in front makes room for an app of the system.
  private mutating func accept(_ systemApp: SystemApp, cause: Int) {
    let left = isLocked ? nil : frontmost
    let rule: RuleNumber = profile.hasMultitasking ? .R038 : .R039
    for id in processesOnScreen { sendToBackground(id, rule: rule, cause: cause) }
    if !isLocked { sideApp = nil }
    if systemApp == .phone { call = PhoneCall(returnsTo: left) }
    // A call on a locked device leaves what lies below the lock as it is.
    if !isLocked { screen = .systemApp(systemApp) }
  }

  /// Ends the call; the app that it took the screen from comes back if its process still lives.
  mutating func hangUp(cause: Int) -> Refusal? {
    guard let ended = call else { return .noCall }
    call = nil
    defer { endAudioInterruption(cause: cause) }
    if ended.liesOverApp {
      activateFrontmost(rule: .R040, cause: cause)
      return nil
    }
    guard screen == .systemApp(.phone) else { return nil }
    screen = .homeScreen
    guard !isLocked, let app = ended.returnsTo, let process = installations[app.position].process,
      process.termination == nil
    else { return nil }
    returnToFront(process.identifier, cause: cause)
    return nil
  }
}
