// Another app of the team's, of the main actor: how far the user has read is saved after a while.

import Rehearsal
import RehearsalNativeApps

/// The delegate of the reader.
@MainActor
final class ReaderDelegate: MainActorApplicationDelegate {
  nonisolated static var controls: [String] { ["Turn"] }
  nonisolated static var exposed: Exposed { ["page": { $0.page }] }

  private let application: MainActorApplication
  private var page: Int

  init(_ application: MainActorApplication) {
    self.application = application
    page = application.stored("page") ?? 1
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    page += 1
    Task {
      try await application.clock.sleep(for: .seconds(3))
      save()
    }
  }

  func applicationDidEnterBackground(_ application: MainActorApplication) { save() }

  private func save() { try? application.store(page, forKey: "page") }
}
