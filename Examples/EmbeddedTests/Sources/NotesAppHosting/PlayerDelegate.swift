// A player that goes on in the background while it plays, and goes on where it was at the next
// launch.

package import NotesApp
package import Rehearsal
package import RehearsalNativeApps

/// The delegate of the player.
package struct PlayerDelegate: ApplicationDelegate {
  package static var controls: [String] { ["Play", "Stop"] }
  package static var exposed: Exposed {
    ["isPlaying": { $0.playback.isPlaying }, "position": { $0.playback.position }]
  }

  let bug: KnownBug?
  var playback = Playback()

  package init(bug: KnownBug?) { self.bug = bug }

  package mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    playback = Playback(position: application.stored("position") ?? 0)
    let second = Duration.seconds(1)
    _ = try? application.schedule(after: second, every: second) { player, _ in
      player.playback.tick()
    }
    return true
  }

  package mutating func application(
    _ application: inout Application<Self>, didTouch control: String
  ) {
    playback.isPlaying = control == "Play"
    if playback.isPlaying {
      application.playAudio()
      return
    }
    if bug != .silentAudio { application.stopAudio() }
    if bug != .forgottenPosition {
      try? application.store(playback.position, forKey: "position")
    }
  }
}
