// The app on a simulated device: what its UIKit delegate is on a real one. The sources of the app are
// the ones that ship.

import LifecycleServices
import Rehearsal
import RehearsalNativeApps

@testable import Drafts

/// The delegate of the app in one process.
@MainActor
final class DraftsDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed {
    [
      "name": { $0.coordinator.editor.name }, "text": { $0.coordinator.editor.text },
      "isSaved": { $0.coordinator.editor.isSaved },
      "outbox": { $0.coordinator.uploader.outbox }, "photos": { $0.coordinator.photos },
      "refreshes": { $0.coordinator.refreshes },
    ]
  }
  nonisolated static var controls: [String] {
    ["Type", "Send", "Open letter", "Discard", "Send photo"]
  }

  let coordinator: AppCoordinator

  init(_ application: MainActorApplication) {
    application.transferDuration = { _ in .seconds(12) }
    coordinator = AppCoordinator(
      services: application, screens: SimulatedScreens(application: application))
    coordinator.start()
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    switch control {
    case "Type": coordinator.editor.type("x")
    case "Send": coordinator.send()
    case "Open letter": coordinator.open("letter")
    case "Discard": coordinator.open("letter", discarding: true)
    default: coordinator.sendPhoto("beach.jpeg")
    }
  }
}

/// The screens as scripts see them.
@MainActor
final class SimulatedScreens: Screens {
  private let application: MainActorApplication

  init(application: MainActorApplication) { self.application = application }

  func show(_ screen: Screen) { application.request { $0.show(screen.rawValue) } }
}

/// The app on the device of every script.
func host() throws -> ScriptHost {
  var host = ScriptHost()
  try host.install("Drafts") { DraftsDelegate($0) }
  return host
}
