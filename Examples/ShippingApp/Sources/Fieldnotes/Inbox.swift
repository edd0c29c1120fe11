// What colleagues wrote: announced by pushes, or found by the refresh that the system begins at night.
// What is announced is kept first and loaded then, so that nothing is lost where loading is.

import LifecycleServices

/// The notes of others.
@MainActor
final class Inbox {
  /// The identifier of the refresh, which the Info.plist lists.
  static let refresh = "example.fieldnotes.refresh"
  /// The pause after a failure.
  static let pause = Duration.seconds(3)
  /// How often something is tried before whoever waits for it hears that it failed: all of it fits
  /// into the time of a push.
  static let mostAttempts = 3

  /// What came of loading.
  private struct Outcome: Sendable {
    var isComplete = true
    /// How often it was tried in vain.
    var failures = 0
  }

  /// What was received.
  private(set) var notes: [String] = []
  /// What is to be loaded.
  private var announced: [String] = []
  private let store: NoteStore
  private let services: any ApplicationServices
  private let bugs: Set<PlantedBug>
  private var loading: Task<Outcome, Never>?
  private var retrying: Task<Void, Never>?
  /// The pushes that wait for their content.
  private var pushes: [RemoteNotification] = []

  init(_ store: NoteStore, services: any ApplicationServices, bugs: Set<PlantedBug>) {
    self.store = store
    self.services = services
    self.bugs = bugs
  }

  /// Registers for what the system begins, while the app is launched.
  func register() {
    services.registerScheduledTask(Self.refresh) { [weak self] in self?.begin($0) }
    services.setRemoteNotificationHandler { [weak self] in self?.receive($0) }
    submit()
  }

  /// Goes on with what was kept.
  func resume(_ notebook: Notebook) {
    notes = notebook.received
    announced += notebook.announced.filter { !announced.contains($0) }
    retry()
  }

  /// The app came to the front: what could not be loaded is tried again.
  func comeToFront() {
    if bugs.contains(.pushAnsweredTwice) { for push in pushes { push.complete(.noData) } }
    retry()
  }

  // MARK: - Pushes

  private func receive(_ push: RemoteNotification) {
    guard let note = push["note"] else { return push.complete(.noData) }
    announce(note)
    if bugs.contains(.hastyReturn) {
      push.complete(.newData)
      load()
      return
    }
    pushes.append(push)
    Task {
      await keep()
      let outcome = await load().value
      pushes.removeAll { $0 === push }
      guard !bugs.contains(.unansweredPush) || outcome.failures == 0 else { return }
      push.complete(outcome.isComplete ? .newData : .failed)
      if !outcome.isComplete { retry() }
    }
  }

  private func announce(_ note: String) {
    guard !announced.contains(note), !notes.contains(note) else { return }
    announced.append(note)
  }

  // MARK: - Scheduled refresh

  /// Asks for a refresh whenever the system sees fit: a later beginning would move on with each launch.
  private func submit() {
    try? services.submitScheduledTask(ScheduledTaskRequest(Self.refresh))
  }

  private func begin(_ task: ScheduledTask) {
    submit()
    let work = Task {
      let list = await answer(to: "new").text
      for note in list?.split(separator: "\n") ?? [] { announce(String(note)) }
      await keep()
      let outcome = await load().value
      task.setTaskCompleted(success: outcome.isComplete && list != nil)
    }
    task.setExpirationHandler { work.cancel() }
  }

  // MARK: - Loading

  /// Loads everything that is announced; one loading serves all who wait.
  @discardableResult
  private func load() -> Task<Outcome, Never> {
    if let loading { return loading }
    let task = Task {
      let outcome = await loadAll()
      loading = nil
      return outcome
    }
    loading = task
    return task
  }

  private func loadAll() async -> Outcome {
    var outcome = Outcome()
    while let note = announced.first, outcome.isComplete {
      let (text, failures) = await answer(to: "notes/\(note)")
      outcome.failures += failures
      outcome.isComplete = text != nil
      guard let text else { break }
      announced.removeAll { $0 == note }
      notes.append(text)
      await keep()
    }
    return outcome
  }

  /// Asks the server, and again where it does not answer; nil where it does not in the end.
  private func answer(to path: String) async -> (text: String?, failures: Int) {
    let request = ServerRequest("https://fieldnotes.example/\(path)")
    for failures in 0..<Self.mostAttempts {
      if failures > 0 { try? await services.sleep(for: Self.pause) }
      if let answer = try? await services.answer(to: request), answer.status == 200 {
        return (String(decoding: answer.body, as: UTF8.self), failures)
      }
    }
    return (nil, Self.mostAttempts)
  }

  /// Loads while the app is on the screen, until all is there.
  private func retry() {
    guard retrying == nil, !announced.isEmpty else { return }
    retrying = Task {
      while !announced.isEmpty, services.applicationState != .background {
        if await load().value.isComplete { break }
        try? await services.sleep(for: Self.pause)
      }
      retrying = nil
    }
  }

  private func keep() async {
    let (announced, notes) = (announced, notes)
    await store.change { notebook in
      notebook.announced = announced
      notebook.received = notes
    }
  }
}
