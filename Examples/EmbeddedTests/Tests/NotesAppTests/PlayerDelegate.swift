// A player that goes on in the background while it plays.

import NotesApp
import Rehearsal

/// The delegate of the player.
struct PlayerDelegate: ApplicationDelegate {
  static var controls: [String] { ["Play", "Stop"] }
  static var exposed: Exposed { ["isPlaying": { $0.isPlaying }] }

  var bug: KnownBug?
  var isPlaying = false

  init(bug: KnownBug?) { self.bug = bug }

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    isPlaying = control == "Play"
    if isPlaying {
      application.playAudio()
    } else if bug != .silentAudio {
      application.stopAudio()
    }
  }
}
