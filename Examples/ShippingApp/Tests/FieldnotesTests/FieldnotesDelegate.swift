// The app on a simulated device, as it ships or with a mistake.

import Fieldnotes
import LifecycleServices
import Rehearsal
import RehearsalNativeApps

/// The delegate of the app in one process.
@MainActor
final class FieldnotesDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed {
    [
      "draft": { $0.app.draft }, "outbox": { $0.app.outbox }, "received": { $0.app.received },
      "shown": { $0.app.shown },
    ]
  }
  nonisolated static var optionalMessages: Set<Message> { [.didReceiveNotificationResponse] }
  nonisolated static var controls: [String] { ["Write", "Send"] }

  private let app: FieldnotesApp

  init(_ application: MainActorApplication, bugs: Set<PlantedBug>) {
    application.transferDuration = { _ in .seconds(6) }
    application.server = { request in
      let path = request.url.split(separator: "/").last ?? ""
      return ServerAnswer(body: path == "new" ? Array("night".utf8) : Array("note \(path)".utf8))
    }
    app = FieldnotesApp(services: application, bugs: bugs)
    app.start()
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    if control == "Write" { app.type("x") } else { app.send() }
  }
}

/// The app on the device of every script.
func host(bugs: Set<PlantedBug> = []) throws -> ScriptHost {
  var host = ScriptHost()
  try host.install(
    "Fieldnotes",
    info: [
      .backgroundModes: .list([.symbol("remoteNotification"), .symbol("fetch")]),
      .urlSchemes: .list([.string("fieldnotes")]),
      .backgroundTaskIdentifiers: .list([.string("example.fieldnotes.refresh")]),
    ]
  ) { FieldnotesDelegate($0, bugs: bugs) }
  return host
}
