// The system's questions on behalf of an app: for a permission (R045), and for the user's face or
// finger (R046). The interruption is the question; its answer comes back to the app's closure.

/// What an app asks the user's permission for.
public enum Permission: String, CaseIterable, Hashable, Sendable {
  case notifications, contacts, calendar, reminders, photos, camera, microphone, bluetooth
  case motion, tracking, locationWhenInUse, locationAlways
}

/// A question that waits for the user.
struct Prompt: Sendable {
  let kind: InterruptionKind
  /// What is asked for; nil for a face or a finger.
  let permission: Permission?
  let process: ProcessIdentifier
  let callback: CallbackIdentifier
  let cause: Int?
}

extension Device {
  /// Asks the user for a permission; an answer that was given once is not asked for again.
  ///
  /// - Parameters:
  ///   - permission: What is asked for.
  ///   - callback: Delivered once with the answer. It dies with that delivery and the process.
  ///   - id: The calling process.
  package mutating func requestPermission(
    _ permission: Permission, callback: CallbackIdentifier, in id: ProcessIdentifier
  ) {
    guard isAlive(id) else { return }
    let prompt = Prompt(
      kind: .permissionAlert, permission: permission, process: id, callback: callback,
      cause: cause)
    let answer = installations[id.app.position].settings.read { $0.answers[permission] } ?? nil
    if let answer {
      enqueue(.answerPrompt(callback, answer), for: id, cause: cause)
    } else {
      ask(prompt)
    }
  }

  /// Asks for the user's face or finger; the callback gets whether that succeeded.
  package mutating func evaluatePolicy(callback: CallbackIdentifier, in id: ProcessIdentifier) {
    guard isAlive(id) else { return }
    ask(
      Prompt(
        kind: .biometrics, permission: nil, process: id, callback: callback, cause: cause))
  }

  /// Questions of one kind come one after the other; one from the background has no answer.
  private mutating func ask(_ prompt: Prompt) {
    guard process(prompt.process)?.intended != .background else {
      enqueue(.answerPrompt(prompt.callback, false), for: prompt.process, cause: prompt.cause)
      return
    }
    prompts.append(prompt)
    show(prompt)
  }

  private mutating func show(_ prompt: Prompt) {
    guard !interruptions.contains(where: { $0.kind == prompt.kind }) else { return }
    _ = interrupt(prompt.kind, cause: prompt.cause ?? max(0, trace.endIndex - 1))
  }

  /// The user has answered the question on the screen.
  mutating func settlePrompt(_ kind: InterruptionKind, isGranted: Bool, cause: Int) {
    guard let position = prompts.firstIndex(where: { $0.kind == kind }) else { return }
    let prompt = prompts.remove(at: position)
    if let permission = prompt.permission {
      note(permission, isGranted, for: prompt.process.app)
    }
    enqueue(.answerPrompt(prompt.callback, isGranted), for: prompt.process, cause: cause)
    if let next = prompts.first(where: { $0.kind == kind }) { show(next) }
  }

  private mutating func note(_ permission: Permission, _ isGranted: Bool, for app: AppIdentifier) {
    installations[app.position].settings.value.answers[permission] = isGranted
    switch permission {
    case .notifications: installations[app.position].settings.value.notifications = isGranted
    case .locationAlways:
      installations[app.position].settings.value.location = isGranted ? .always : .never
    case .locationWhenInUse:
      installations[app.position].settings.value.location = isGranted ? .whenInUse : .never
    default: break
    }
  }

  /// The main thread comes to the answer.
  mutating func answerPrompt(
    _ callback: CallbackIdentifier, _ isGranted: Bool, of id: ProcessIdentifier, cause: Int?
  ) -> Delivery {
    let index = record(.callback(.answer), of: id, rule: .R045, cause: cause)
    begin(id, record: index)
    return .callback(callback, arguments: [.bool(isGranted)], isLast: true)
  }
}
