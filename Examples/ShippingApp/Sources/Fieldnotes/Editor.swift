// The note that is being written: saved after a pause in typing, and when the app leaves the screen,
// for as long as that takes.

import LifecycleServices

/// The model of the editor's view.
@MainActor
final class Editor {
  /// The pause in typing after which the draft is saved.
  static let autosaveDelay = Duration.seconds(8)

  private(set) var draft = ""
  private let store: NoteStore
  private let services: any BackgroundTasks & LifecycleNotifications & Timers
  private var autosave: Task<Void, Never>?

  init(
    _ store: NoteStore, services: any BackgroundTasks & LifecycleNotifications & Timers,
    bugs: Set<PlantedBug>
  ) {
    self.store = store
    self.services = services
    if !bugs.contains(.unsavedDraft) {
      _ = services.addObserver(for: .didEnterBackground) { [weak self] in self?.saveNow() }
    }
  }

  /// Shows what was kept.
  func show(_ draft: String) { self.draft = draft }

  /// The user typed.
  func type(_ addition: String) {
    draft += addition
    autosave?.cancel()
    autosave = Task { [weak self, services] in
      try? await services.sleep(for: Self.autosaveDelay)
      if !Task.isCancelled { await self?.save() }
    }
  }

  /// The user is done with it; an empty page follows.
  func take() -> String {
    defer { draft = "" }
    autosave?.cancel()
    return draft
  }

  private func save() async {
    let text = draft
    await store.change { $0.draft = text }
  }

  private func saveNow() {
    autosave?.cancel()
    let task = services.beginBackgroundTask("save", expirationHandler: nil)
    Task {
      await save()
      if let task { services.endBackgroundTask(task) }
    }
  }
}
