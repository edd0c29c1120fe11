// Brings notes to the server, in their order: again where the network fails, across launches, and in the
// background for as long as the system grants.

import LifecycleServices

/// What waits to be sent.
@MainActor
final class Sender {
  /// The pause after a failure.
  static let pause = Duration.seconds(3)

  /// The notes that are not sent.
  private(set) var outbox: [String] = []
  private let store: NoteStore
  private let services: any BackgroundTasks & Timers & Transfers
  private let bugs: Set<PlantedBug>
  private var sending: Task<Void, Never>?

  init(
    _ store: NoteStore, services: any BackgroundTasks & Timers & Transfers, bugs: Set<PlantedBug>
  ) {
    self.store = store
    self.services = services
    self.bugs = bugs
  }

  /// Goes on with what was kept.
  func resume(_ outbox: [String]) {
    self.outbox = outbox
    start()
  }

  /// Sends a note.
  func send(_ note: String) {
    outbox.append(note)
    keep()
    start()
  }

  /// Goes on sending, if there is something to send.
  func start() {
    guard sending == nil, !outbox.isEmpty else { return }
    let task = services.beginBackgroundTask("send") { [weak self] in self?.sending?.cancel() }
    sending = Task {
      let hasFailed = await sendAll()
      sending = nil
      if let task, !(hasFailed && bugs.contains(.endlessTask)) {
        services.endBackgroundTask(task)
      }
    }
  }

  /// Sends everything; whether the network failed meanwhile.
  private func sendAll() async -> Bool {
    var hasFailed = false
    while let note = outbox.first, !Task.isCancelled {
      do {
        try await services.upload(Array(note.utf8), to: "https://fieldnotes.example/notes")
        outbox.removeFirst()
        keep()
      } catch {
        hasFailed = true
        // Ends at once where the task was cancelled, and so does the loop.
        try? await services.sleep(for: Self.pause)
      }
    }
    return hasFailed
  }

  private func keep() {
    let outbox = outbox
    Task { await store.change { $0.outbox = outbox } }
  }
}
