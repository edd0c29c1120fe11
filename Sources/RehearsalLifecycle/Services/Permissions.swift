// The system's questions on behalf of an app: for a permission (R045), and for the user's face or
// finger (R046). The interruption is the question; its answer comes back to the app's closure.

import RehearsalValues

/// What an app asks the user's permission for.
public enum Permission: String, CaseIterable, Hashable, Sendable {
  case notifications, contacts, calendar, reminders, photos, camera, microphone, bluetooth
  case motion, tracking, locationWhenInUse, locationAlways
}

/// The questions that wait for the user.
struct Permissions: Sendable {
  /// A question that waits.
  fileprivate struct Prompt: Sendable {
    let kind: InterruptionKind
    /// What is asked for; nil for a face or a finger.
    let permission: Permission?
    let process: ProcessIdentifier
    let callback: CallbackIdentifier
    let cause: Cause?
  }

  /// What the user has answered for an app.
  struct Answer {
    let permission: Permission
    let app: AppIdentifier
  }

  /// In the order in which they were asked.
  private var prompts: [Prompt] = []

  /// Questions of one kind come one after the other; one from the background has no answer.
  fileprivate mutating func ask(_ prompt: Prompt, _ kernel: inout Kernel) {
    guard kernel.read(prompt.process, { $0.targetState }) != .background else {
      return kernel.enqueue(
        .answerPrompt(prompt.callback, false), for: prompt.process, cause: prompt.cause)
    }
    prompts.append(prompt)
    show(prompt, &kernel)
  }

  /// Shows a question; one of its kind that is on the screen comes first.
  private func show(_ prompt: Prompt, _ kernel: inout Kernel) {
    kernel.emit(.interrupt(prompt.kind, cause: prompt.cause ?? kernel.lastRecord))
  }

  /// The user has answered the question on the screen.
  ///
  /// - Returns: What was answered, if it was about a permission.
  mutating func settle(
    _ kind: InterruptionKind, isGranted: Bool, cause: Cause?, _ kernel: inout Kernel
  ) -> Answer? {
    guard let position = prompts.firstIndex(where: { $0.kind == kind }) else { return nil }
    let prompt = prompts.remove(at: position)
    kernel.enqueue(
      .answerPrompt(prompt.callback, isGranted), for: prompt.process, cause: cause)
    if let next = prompts.first(where: { $0.kind == kind }) { show(next, &kernel) }
    return prompt.permission.map { Answer(permission: $0, app: prompt.process.app) }
  }

  /// The main thread comes to the answer.
  func answer(
    _ callback: CallbackIdentifier, _ isGranted: Bool, of id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) -> Delivery {
    kernel.begin(id, kernel.record(.callback(.answer), of: id, rule: .R045, cause: cause))
    return .callback(callback, arguments: [.boolean(isGranted)], isLast: true)
  }

  mutating func processEnded(_ id: ProcessIdentifier) {
    if !prompts.isEmpty { prompts.removeAll { $0.process == id } }
  }

  /// Combines the questions that an app waits for.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    walk.combine(prompts.count)
    for (position, prompt) in prompts.enumerated() where prompt.process.app == app {
      walk.combine(position)
      walk.combine(prompt.kind)
      walk.combine(prompt.permission)
      walk.combine(callback: prompt.callback)
    }
  }
}

// MARK: - For app code

/// What an app asks of the user.
package protocol PermissionRequests: AppRequests {}

extension PermissionRequests {
  /// Asks the user for a permission; an answer that was given once is not asked for again.
  ///
  /// - Parameters:
  ///   - permission: What is asked for.
  ///   - callback: Delivered once with the answer. It dies with that delivery and the process.
  package func requestPermission(_ permission: Permission, callback: CallbackIdentifier) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      if let missing = kernel.traits.profile.missing(Age.versions(of: permission)) {
        return answerAtOnce(callback, permission.isGrantedUnasked, missing, &kernel)
      }
      if let answer = parts.settings.answer(to: permission, of: process.app) {
        return kernel.enqueue(.answerPrompt(callback, answer), for: process, cause: kernel.cause)
      }
      parts.permissions.ask(
        .init(
          kind: .permissionAlert, permission: permission, process: process, callback: callback,
          cause: kernel.cause), &kernel)
    }
  }

  /// Asks for the user's face or finger; the callback gets whether that succeeded.
  package func evaluatePolicy(callback: CallbackIdentifier) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      if let missing = kernel.traits.profile.missing(Age.versions(ofKind: "biometrics")) {
        return answerAtOnce(callback, false, missing, &kernel)
      }
      parts.permissions.ask(
        .init(
          kind: .biometrics, permission: nil, process: process, callback: callback,
          cause: kernel.cause), &kernel)
    }
  }

  /// A question that the system does not know is not shown (R167).
  private func answerAtOnce(
    _ callback: CallbackIdentifier, _ isGranted: Bool, _ missing: MissingFromSystem,
    _ kernel: inout Kernel
  ) {
    kernel.record(
      .refusal(.notInThisSystem), of: process, rule: .R167, cause: kernel.cause,
      details: .refusal(.missing(missing)))
    kernel.enqueue(.answerPrompt(callback, isGranted), for: process, cause: kernel.cause)
  }
}
