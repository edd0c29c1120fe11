// The root of the app: makes its parts at launch, and tells them what the user and the system do.

import LifecycleServices

/// A notebook for work outside: notes are written, sent, and received from colleagues.
@MainActor
public final class FieldnotesApp {
  /// From a look at the place to the next, while the app is on the screen.
  static let locationInterval = Duration.seconds(10)

  let editor: Editor
  let sender: Sender
  let inbox: Inbox
  private let entrance: Entrance
  private let store: NoteStore
  private let services: any ApplicationServices
  private let bugs: Set<PlantedBug>
  private var locating: Task<Void, any Error>?
  /// The places that were looked at since the launch.
  private var places = 0

  /// Makes the app of a process that was launched.
  ///
  /// - Parameters:
  ///   - services: The system.
  ///   - bugs: The mistakes that it makes.
  public init(services: any ApplicationServices, bugs: Set<PlantedBug> = []) {
    self.services = services
    self.bugs = bugs
    store = NoteStore(files: services)
    editor = Editor(store, services: services, bugs: bugs)
    sender = Sender(store, services: services, bugs: bugs)
    inbox = Inbox(store, services: services, bugs: bugs)
    entrance = Entrance(services: services)
  }

  /// Begins to live; to be called while the app is launched.
  public func start() {
    inbox.register()
    _ = services.addObserver(for: .didBecomeActive) { [weak self] in self?.comeToFront() }
    _ = services.addObserver(for: .didEnterBackground) { [weak self] in self?.leave() }
    Task {
      let notebook = await store.content
      editor.show(notebook.draft)
      sender.resume(notebook.outbox)
      inbox.resume(notebook)
      // Whoever came in before waits for the note to be there.
      entrance.open { [weak self] in self?.type($0) }
    }
  }

  private func comeToFront() {
    sender.start()
    inbox.comeToFront()
    if bugs.contains(.doubleTimer) || locating == nil { locate() }
  }

  private func leave() {
    locating?.cancel()
    locating = nil
  }

  private func locate() {
    locating = Task { [weak self, services] in
      while true {
        try await services.sleep(for: Self.locationInterval)
        self?.places += 1
      }
    }
  }

  // MARK: - What the user does

  /// What is being written.
  public var draft: String { editor.draft }
  /// What is not sent.
  public var outbox: [String] { sender.outbox }
  /// The colleague's note that is shown; nil for none.
  public var shown: String? { entrance.shown }
  /// What was received.
  public var received: [String] { inbox.notes }

  /// The user typed.
  public func type(_ text: String) { editor.type(text) }

  /// Sends what is being written.
  public func send() {
    let note = editor.take()
    guard !note.isEmpty else { return }
    Task { await store.change { $0.draft = "" } }
    sender.send(note)
  }
}
