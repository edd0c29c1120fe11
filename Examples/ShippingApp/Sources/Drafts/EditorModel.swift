// What the editor's view shows, and when what was typed is saved: after a pause, and when the app
// leaves the screen.

import LifecycleServices
import Observation

/// The model of the editor's view, for one draft.
@MainActor
@Observable
final class EditorModel {
  /// The pause in typing after which a draft is saved.
  static let autosaveDelay = Duration.seconds(8)

  /// The draft's name.
  let name: String
  /// What is on the screen.
  private(set) var text: String
  /// Whether the repository has it.
  private(set) var isSaved = true

  private let repository: DraftRepository
  private let services: any LifecycleNotifications & Timers
  private var autosave: Task<Void, any Error>?
  private var observer: LifecycleObserver?

  init(
    _ name: String, in repository: DraftRepository,
    services: any LifecycleNotifications & Timers
  ) {
    self.name = name
    self.repository = repository
    self.services = services
    text = repository.text(of: name)
    observer = services.addObserver(for: .didEnterBackground) { self.save() }
  }

  /// The user typed.
  func type(_ addition: String) {
    text += addition
    isSaved = false
    autosave?.cancel()
    autosave = Task {
      try await services.sleep(for: Self.autosaveDelay)
      save()
    }
  }

  /// The user closed the draft, and wants to keep it or not.
  func close(discarding isDiscarded: Bool) {
    if !isDiscarded { save() }
    autosave?.cancel()
    if let observer { services.removeObserver(observer) }
    observer = nil
  }

  private func save() {
    guard !isSaved else { return }
    // What cannot be written stays unsaved, and is tried again.
    isSaved = (try? repository.save(text, as: name)) != nil
  }
}
