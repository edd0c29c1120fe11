// A trainer: rounds are counted by a timer while the app is in front, a workout is sent when it is
// over, and a plan is refreshed at night. As it ships, or with a mistake.

import LifecycleServices
import Rehearsal
import RehearsalNativeApps

/// A mistake of the trainer.
enum WorkoutMistake: String, CaseIterable {
  /// Coming back starts the timer again, though it runs.
  case secondTimer
  /// The workout under way is kept nowhere.
  case lostWorkout
  /// Sending that fails leaves its background task open.
  case endlessTask
  /// A refresh that fails is never reported as complete.
  case openRefresh
  /// Coming back to the front sends again what is being sent.
  case secondUpload
  /// A refresh that fails at the first go is reported then, and again later.
  case refreshReportedTwice
}

/// The model.
@MainActor
final class Workout {
  nonisolated static let refresh = "example.trainer.plan"

  private let services: any ApplicationServices
  private let mistakes: Set<WorkoutMistake>
  private(set) var exercise: String
  private(set) var unsent: [String]
  private(set) var plan: String
  private var timer: LifecycleTimer?
  private var rounds = 0
  private var isSending = false

  init(_ services: any ApplicationServices, _ mistakes: Set<WorkoutMistake>) {
    self.services = services
    self.mistakes = mistakes
    exercise = services.string(forKey: "exercise") ?? ""
    unsent = (services.string(forKey: "unsent") ?? "").split(separator: ",").map(String.init)
    plan = services.string(forKey: "plan") ?? ""
    services.registerScheduledTask(Self.refresh) { [weak self] in self?.begin($0) }
    try? services.submitScheduledTask(ScheduledTaskRequest(Self.refresh))
    _ = services.addObserver(for: .didBecomeActive) { [weak self] in self?.comeToFront() }
    _ = services.addObserver(for: .willResignActive) { [weak self] in self?.stopTimer() }
  }

  private func comeToFront() {
    if timer == nil || mistakes.contains(.secondTimer) {
      timer = services.scheduleTimer(after: .seconds(5), every: .seconds(5)) { [weak self] in
        self?.rounds += 1
      }
    }
    send()
  }

  private func stopTimer() {
    guard let timer, !mistakes.contains(.secondTimer) else { return }
    services.invalidateTimer(timer)
    self.timer = nil
  }

  // MARK: - What the user does

  func start() {
    exercise = "squats"
    if !mistakes.contains(.lostWorkout) { services.set(exercise, forKey: "exercise") }
  }

  func finish() {
    guard !exercise.isEmpty else { return }
    unsent.append(exercise)
    exercise = ""
    services.removeValue(forKey: "exercise")
    keepUnsent()
    send()
  }

  private func keepUnsent() { services.set(unsent.joined(separator: ","), forKey: "unsent") }

  // MARK: - The server

  private func send() {
    guard !isSending || mistakes.contains(.secondUpload), !unsent.isEmpty else { return }
    isSending = true
    let task = services.beginBackgroundTask("send", expirationHandler: nil)
    Task {
      var attempts = 0
      while let workout = unsent.first, attempts < 3 {
        do {
          try await services.upload(Array(workout.utf8), to: "https://trainer.example/workouts")
          unsent.removeAll { $0 == workout }
          keepUnsent()
        } catch {
          attempts += 1
          if mistakes.contains(.endlessTask) { return }
          try? await services.sleep(for: .seconds(2))
        }
      }
      isSending = false
      if let task { services.endBackgroundTask(task) }
    }
  }

  private func begin(_ task: ScheduledTask) {
    try? services.submitScheduledTask(ScheduledTaskRequest(Self.refresh))
    let work = Task {
      for _ in 0..<3 where !Task.isCancelled {
        if await fetchPlan() { return task.setTaskCompleted(success: true) }
        if mistakes.contains(.openRefresh) { return }
        if mistakes.contains(.refreshReportedTwice) { task.setTaskCompleted(success: false) }
        try? await services.sleep(for: .seconds(2))
      }
      task.setTaskCompleted(success: false)
    }
    task.setExpirationHandler { work.cancel() }
  }

  /// Fetches the plan; whether it is there.
  private func fetchPlan() async -> Bool {
    let request = ServerRequest("https://trainer.example/plan")
    guard let answer = try? await services.answer(to: request) else { return false }
    plan = String(decoding: answer.body, as: UTF8.self)
    services.set(plan, forKey: "plan")
    return true
  }
}

/// The delegate of the trainer.
@MainActor
final class WorkoutDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed {
    [
      "exercise": { $0.workout.exercise }, "unsent": { $0.workout.unsent },
      "plan": { $0.workout.plan },
    ]
  }
  nonisolated static var controls: [String] { ["Start", "Finish"] }

  private let workout: Workout

  init(_ application: MainActorApplication, _ mistakes: Set<WorkoutMistake>) {
    application.transferDuration = { _ in .seconds(4) }
    application.server = { _ in ServerAnswer(body: Array("legs".utf8)) }
    workout = Workout(application, mistakes)
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    if control == "Start" { workout.start() } else { workout.finish() }
  }

  /// The app on the device of every script.
  nonisolated static func host(_ mistakes: Set<WorkoutMistake> = []) throws -> ScriptHost {
    var host = ScriptHost()
    try host.install(
      "Trainer",
      info: [
        .backgroundModes: .list([.symbol("fetch")]),
        .backgroundTaskIdentifiers: .list([.string(Workout.refresh)]),
      ]
    ) { WorkoutDelegate($0, mistakes) }
    return host
  }
}
