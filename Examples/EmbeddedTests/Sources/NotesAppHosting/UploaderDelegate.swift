// An app that uploads while the user is elsewhere already: the uploader's own Swift tasks run on
// the clock of the process, and come back to the main thread when they are done.

package import NotesApp
package import Rehearsal
package import RehearsalNativeApps

/// The delegate of the uploader.
package struct UploaderDelegate: ApplicationDelegate {
  package static var controls: [String] { ["Send"] }
  package static var exposed: Exposed { ["isSent": { $0.isSent }] }

  let bug: KnownBug?
  var isSent = false

  package init(bug: KnownBug?) { self.bug = bug }

  package mutating func application(
    _ application: inout Application<Self>, didTouch control: String
  ) {
    let (clock, mainThread) = (application.clock, application.mainThread)
    let task = bug == .suspendedUpload ? nil : application.beginBackgroundTask("upload")
    let network = BadNetwork(failures: 3)
    let uploader = Uploader(clock: clock, bug: bug) { _ in try await network.send() }
    application.task {
      try await uploader.upload("note")
      mainThread { delegate, application in
        delegate.isSent = true
        if let task { application.endBackgroundTask(task) }
      }
    }
  }
}

/// A network that fails a few times before it works.
private actor BadNetwork {
  private struct Offline: Error {}
  private var failures: Int

  init(failures: Int) { self.failures = failures }

  func send() throws {
    guard failures == 0 else {
      failures -= 1
      throw Offline()
    }
  }
}
