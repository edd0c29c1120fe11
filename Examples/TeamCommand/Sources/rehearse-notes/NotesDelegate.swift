// The team's app as the device sees it: what is typed is saved when the app leaves the screen.

import Rehearsal
import RehearsalNativeApps

/// The delegate of the notes app.
struct NotesDelegate: ApplicationDelegate {
  static var controls: [String] { ["Type"] }
  static var exposed: Exposed { ["text": { $0.text }] }

  private var text = ""

  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    text = application.stored("text") ?? ""
    return true
  }

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    text += text.isEmpty ? "a" : " word"
  }

  mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
    try? application.store(text, forKey: "text")
  }
}
