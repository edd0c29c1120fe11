// Brings drafts to the server: in their order, again and again where the network fails, and across
// launches.

import LifecycleServices

/// The drafts that wait to be sent.
@MainActor
final class Uploader {
  /// The pause after the first failure; it doubles with each.
  static let firstPause = Duration.seconds(2)

  /// The names of the drafts that are not sent.
  private(set) var outbox: [String]
  private let repository: DraftRepository
  private let services: any BackgroundTasks & Defaults & Timers & Transfers
  private var sending: Task<Void, Never>?

  init(
    repository: DraftRepository, services: any BackgroundTasks & Defaults & Timers & Transfers
  ) {
    self.repository = repository
    self.services = services
    let kept = services.string(forKey: "outbox") ?? ""
    outbox = kept.split(separator: "\n").map(String.init)
  }

  /// Sends a draft.
  func send(_ name: String) {
    outbox.append(name)
    keepOutbox()
    start()
  }

  /// Goes on sending, if there is something to send.
  func start() {
    guard sending == nil, !outbox.isEmpty else { return }
    let task = services.beginBackgroundTask("upload") { [weak self] in self?.sending?.cancel() }
    sending = Task {
      await sendAll()
      sending = nil
      if let task { services.endBackgroundTask(task) }
    }
  }

  private func sendAll() async {
    var pause = Self.firstPause
    while let name = outbox.first, !Task.isCancelled {
      do {
        let text = repository.text(of: name)
        try await services.upload(Array(text.utf8), to: "https://drafts.example/\(name)")
        outbox.removeFirst()
        keepOutbox()
      } catch {
        // Sleep ends at once where the task was cancelled, and so does the loop.
        try? await services.sleep(for: pause)
        pause *= 2
      }
    }
  }

  private func keepOutbox() {
    services.set(outbox.joined(separator: "\n"), forKey: "outbox")
  }
}
