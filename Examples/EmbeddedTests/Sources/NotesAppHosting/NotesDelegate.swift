// The notes app as the device sees it: UIKit's messages on one side, the editor on the other.

package import NotesApp
package import Rehearsal
package import RehearsalNativeApps

/// The delegate of the notes app.
package struct NotesDelegate: ApplicationDelegate {
  package static var controls: [String] { ["Type"] }
  package static var exposed: Exposed {
    ["text": { $0.editor.text }, "isSaved": { !$0.editor.hasChanges }]
  }

  let bug: KnownBug?
  var editor = Editor()
  var autosave: TimerIdentifier?

  package init(bug: KnownBug?) { self.bug = bug }

  package mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    editor = Editor(application.stored("draft") ?? "")
    return true
  }

  package mutating func application(
    _ application: inout Application<Self>, didTouch control: String
  ) {
    editor.type("x")
    if let autosave {
      if bug == .impatientAutosave { return }
      application.invalidate(autosave)
    }
    autosave = try? application.schedule(after: Editor.autosaveDelay) { notes, application in
      notes.autosave = nil
      notes.save(&application)
    }
  }

  package mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
    guard editor.hasChanges, bug != .savesOnlyWhenIdle else { return }
    let task = application.beginBackgroundTask("save")
    _ = try? application.perform(for: .seconds(1)) { notes, application in
      notes.save(&application)
      if notes.bug != .forgottenTask { application.endBackgroundTask(task) }
    }
  }

  private mutating func save(_ application: inout Application<Self>) {
    guard (try? application.store(editor.text, forKey: "draft")) != nil else { return }
    editor.didSave(editor.text)
  }
}
