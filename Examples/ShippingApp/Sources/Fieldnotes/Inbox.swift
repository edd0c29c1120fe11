// What colleagues wrote: announced by pushes, or found by the refresh that the system begins at night.
// What is announced is kept first and loaded then, so that nothing is lost where loading is.

import LifecycleServices

/// The notes of others.
@MainActor
final class Inbox {
  /// The identifier of the refresh, which the Info.plist lists.
  static let refresh = "example.fieldnotes.refresh"
  /// The pause after a failure, while the app is on the screen.
  static let pause = Duration.seconds(5)

  /// What was received.
  private(set) var notes: [String] = []
  /// What is to be loaded.
  private var announced: [String] = []
  private let store: NoteStore
  private let services: any ApplicationServices
  private let bugs: Set<PlantedBug>
  private var loading: Task<Bool, Never>?
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
      if !bugs.contains(.hastyReturn) { await keep() }
      let isLoaded = await load().value
      pushes.removeAll { $0 === push }
      if isLoaded {
        push.complete(.newData)
      } else if !bugs.contains(.unansweredPush) {
        push.complete(.failed)
      }
    }
  }

  private func announce(_ note: String) {
    guard !announced.contains(note), !notes.contains(note) else { return }
    announced.append(note)
  }

  // MARK: - Scheduled refresh

  private func submit() {
    try? services.submitScheduledTask(
      ScheduledTaskRequest(Self.refresh, after: .seconds(4 * 3600)))
  }

  private func begin(_ task: ScheduledTask) {
    submit()
    let work = Task {
      let list = try? await services.answer(to: ServerRequest("https://fieldnotes.example/new"))
      for note in list.map({ Self.text($0.body) })?.split(separator: "\n") ?? [] {
        announce(String(note))
      }
      await keep()
      let isLoaded = await load().value
      task.setTaskCompleted(success: isLoaded && list != nil)
    }
    task.setExpirationHandler { work.cancel() }
  }

  // MARK: - Loading

  /// Loads everything that is announced; one loading serves all who wait.
  @discardableResult
  private func load() -> Task<Bool, Never> {
    if let loading { return loading }
    let task = Task {
      let isLoaded = await loadAll()
      loading = nil
      return isLoaded
    }
    loading = task
    return task
  }

  private func loadAll() async -> Bool {
    while let note = announced.first {
      let url = "https://fieldnotes.example/notes/\(note)"
      guard let answer = try? await services.answer(to: ServerRequest(url)), answer.status == 200
      else { return false }
      announced.removeAll { $0 == note }
      notes.append(Self.text(answer.body))
      await keep()
    }
    return true
  }

  /// Loads while the app is on the screen, until all is there.
  private func retry() {
    guard retrying == nil, !announced.isEmpty else { return }
    retrying = Task {
      while !announced.isEmpty, services.applicationState != .background {
        if await load().value { break }
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

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
