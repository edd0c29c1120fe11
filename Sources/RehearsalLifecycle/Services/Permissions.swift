// The system's questions on behalf of an app: for a permission (R045), and for the user's face or
// finger (R046). The interruption is the question; its answer comes back to the app's closure.

import RehearsalValues

/// What an app asks the user's permission for.
public enum Permission: String, CaseIterable, Hashable, Sendable {
  case notifications, contacts, calendar, reminders, photos, camera, microphone, bluetooth
  case motion, tracking, locationWhenInUse, locationAlways
  /// Asked for by the first traffic alone (R171).
  case localNetwork

  /// What an app can ask for.
  package static let requested = allCases.filter { $0 != .localNetwork }

  /// The versions that ask the user for it (R167).
  package var versions: SystemVersionRange {
    switch self {
    case .locationWhenInUse, .locationAlways: .all
    case .notifications: .from(3)
    case .contacts, .calendar, .reminders, .photos: .from(6)
    case .microphone, .motion: .from(7)
    case .camera: .from(8)
    case .bluetooth: .from(13)
    case .tracking, .localNetwork: .from(14)
    }
  }

  /// Whether a system that does not ask grants it; tracking it knows nothing of.
  fileprivate var isGrantedUnasked: Bool { self != .tracking && self != .notifications }
}

/// The questions that wait for the user.
struct Permissions: Sendable {
  /// A question that waits.
  struct Prompt: Sendable {
    let kind: InterruptionKind
    /// What is asked for; nil for a face or a finger.
    let permission: Permission?
    let process: ProcessIdentifier
    /// What the answer is delivered to; nil where the app was answered before the user.
    let callback: CallbackIdentifier?
    let cause: Cause?
    /// How many dialogs it has left, which come one after the other.
    var dialogs = 1
    /// Whether it is on the screen.
    fileprivate(set) var isShown = false
  }

  /// What the user has answered for an app.
  struct Answer {
    let permission: Permission
    let app: AppIdentifier
  }

  /// In the order in which they were asked.
  private var prompts: [Prompt] = []

  /// Questions come one after the other, each with a pair of messages of its own; one from the
  /// background has no answer.
  mutating func ask(_ prompt: Prompt, _ kernel: inout Kernel) {
    guard kernel.read(prompt.process, { $0.targetState }) != .background else {
      return Self.answer(prompt, false, cause: prompt.cause, &kernel)
    }
    prompts.append(prompt)
    kernel.emit(.showNextPrompt)
  }

  /// Whether a question for a permission of a process waits for its answer.
  func isAsked(_ permission: Permission, by id: ProcessIdentifier) -> Bool {
    prompts.contains { $0.permission == permission && $0.process == id }
  }

  /// Tells the app the answer, if it waits for one.
  private static func answer(
    _ prompt: Prompt, _ isGranted: Bool, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard let callback = prompt.callback else { return }
    kernel.enqueue(.answerPrompt(callback, isGranted), for: prompt.process, cause: cause)
  }

  /// Shows the first of the questions that wait.
  mutating func showNext(_ kernel: inout Kernel) {
    guard let position = prompts.firstIndex(where: { !$0.isShown }) else { return }
    prompts[position].isShown = true
    let prompt = prompts[position]
    kernel.emit(.interrupt(prompt.kind, cause: prompt.cause ?? kernel.lastRecord))
  }

  /// Whether a question for tracking would not come up now, and is not kept for later: the app is not
  /// active, or another question is on the screen or waits (R045).
  fileprivate func refusesTracking(
    _ id: ProcessIdentifier, isPromptShown: Bool, _ kernel: Kernel
  ) -> Bool {
    guard kernel.has(.trackingNeedsActivity) else { return false }
    return isPromptShown || !prompts.isEmpty || kernel.read(id, { $0.reportedState }) != .active
  }

  /// The user has answered the question on the screen.
  ///
  /// - Returns: What was answered, if it was about a permission.
  mutating func resolve(
    _ kind: InterruptionKind, isGranted: Bool, cause: Cause?, _ kernel: inout Kernel
  ) -> Answer? {
    guard let position = prompts.firstIndex(where: { $0.kind == kind && $0.isShown }) else {
      return nil
    }
    if isGranted, prompts[position].dialogs > 1 {
      prompts[position].dialogs -= 1
      prompts[position].isShown = false
      return nil
    }
    let prompt = prompts.remove(at: position)
    Self.answer(prompt, isGranted, cause: cause, &kernel)
    return prompt.permission.map { Answer(permission: $0, app: prompt.process.app) }
  }

  /// The main thread reaches the answer.
  func answer(
    _ callback: CallbackIdentifier, _ isGranted: Bool, of id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) -> Delivery {
    kernel.begin(id, kernel.record(.callback(.answer), of: id, rule: .R045, cause: cause))
    return .callback(callback, arguments: [.boolean(isGranted)], isLast: true)
  }

  /// The questions of a process go with it; whether one of them was a sheet on the screen.
  mutating func processEnded(_ id: ProcessIdentifier) -> Bool {
    guard !prompts.isEmpty else { return false }
    let hadSheet = prompts.contains { $0.process == id && $0.isShown && $0.kind.sheet != nil }
    prompts.removeAll { $0.process == id }
    return hadSheet
  }

  /// Combines the questions that an app waits for.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    walk.combine(prompts.count)
    for (position, prompt) in prompts.enumerated() where prompt.process.app == app {
      walk.combine(position)
      walk.combine(prompt.kind)
      walk.combine(prompt.permission)
      walk.combine(callback: prompt.callback)
      walk.combine(prompt.isShown)
      walk.combine(prompt.dialogs)
    }
  }
}

// MARK: - For app code

/// What an app asks of the user.
extension AppContext {
  /// Asks the user for a permission; an answer that was given once is not asked for again.
  ///
  /// - Parameters:
  ///   - permission: What is asked for.
  ///   - isProvisional: Whether notifications are asked for on trial, which needs no answer (R171).
  ///   - callback: Delivered once with the answer. It ends with that delivery and the process.
  package func requestPermission(
    _ permission: Permission, isProvisional: Bool = false, callback: CallbackIdentifier
  ) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      if let missing = kernel.traits.profile.missing(permission.versions) {
        return answerAtOnce(callback, permission.isGrantedUnasked, missing, &kernel)
      }
      if let answer = parts.services.settings.answer(to: permission, of: process.app) {
        return kernel.enqueue(.answerPrompt(callback, answer), for: process, cause: kernel.cause)
      }
      if isProvisional, permission == .notifications, kernel.has(.provisionalNotifications) {
        parts.note(.init(permission: permission, app: process.app), isGranted: true, &kernel)
        return kernel.enqueue(.answerPrompt(callback, true), for: process, cause: kernel.cause)
      }
      var waiting: CallbackIdentifier? = callback
      if permission == .tracking {
        let isRefused = parts.services.permissions.refusesTracking(
          process, isPromptShown: parts.springBoard.isPromptShown, kernel)
        if isRefused || kernel.has(Quirk.trackingAnswersFirst) {
          waiting = nil
          kernel.enqueue(.answerPrompt(callback, false), for: process, cause: kernel.cause)
        }
        guard !isRefused else {
          kernel.record(refusal: .noTrackingPrompt, app: process.app, cause: kernel.cause)
          return
        }
      }
      parts.services.permissions.ask(
        .init(
          kind: .permissionAlert, permission: permission, process: process, callback: waiting,
          cause: kernel.cause), &kernel)
    }
  }

  /// The app sends something in the local network, for which the user is asked the first time (R171).
  ///
  /// - Returns: Whether it may, if the user has answered.
  package func useLocalNetwork() -> Bool {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return false }
      guard kernel.traits.profile.missing(Permission.localNetwork.versions) == nil else {
        return true
      }
      if let answer = parts.services.settings.answer(to: .localNetwork, of: process.app) {
        return answer
      }
      parts.askOnce(.localNetwork, by: process, &kernel)
      return false
    }
  }

  /// Asks for the user's face or finger; the callback gets whether that succeeded.
  package func evaluatePolicy(callback: CallbackIdentifier) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      if let missing = kernel.traits.profile.missing(InterruptionKind.biometrics.versions) {
        return answerAtOnce(callback, false, missing, &kernel)
      }
      parts.services.permissions.ask(
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
