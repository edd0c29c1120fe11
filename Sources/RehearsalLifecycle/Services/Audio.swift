// Audio: which processes play, what the background mode makes of it (R136), and what a call does to
// the sessions of all of them (R053).

import RehearsalValues

/// Who plays audio, and whom a call has interrupted.
struct Audio: Sendable {
  private struct Playback: DefaultInitializable {
    var isPlaying = false
  }

  private var playback = AppTable<Playback>()
  /// The processes whose audio a call has interrupted.
  private var interrupted: [ProcessIdentifier] = []

  func isPlaying(_ app: AppIdentifier) -> Bool { playback.read(app) { $0.isPlaying } ?? false }

  /// Begins or stops to play; without the mode an app that stays in the background is suspended a
  /// little later.
  fileprivate mutating func setPlaying(
    _ isPlaying: Bool, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard kernel.isAlive(id) else { return }
    playback[id.app].isPlaying = isPlaying
    let hasMode = kernel.description(of: id.app).hasBackgroundMode(.audio)
    kernel.emit(.hold(.audio, isPlaying && hasMode, id, cause: kernel.cause))
  }

  /// An app that comes to the background without the mode stops playing (R136).
  mutating func stopUnpermitted(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard isPlaying(id.app), !kernel.description(of: id.app).hasBackgroundMode(.audio) else {
      return
    }
    playback[id.app].isPlaying = false
    kernel.record(.assertion(.audioStopped), of: id, rule: .R136, cause: kernel.cause)
  }

  /// A call comes: every app that plays audio is interrupted.
  mutating func interrupt(cause: Cause?, _ kernel: inout Kernel) {
    for process in kernel.livingProcesses
    where !process.isSuspended && isPlaying(process.identifier.app) {
      interrupted.append(process.identifier)
      post("began", to: process.identifier, cause: cause, &kernel)
    }
  }

  /// The call is declined or over: whoever was interrupted and still runs is told.
  mutating func endInterruption(cause: Cause?, _ kernel: inout Kernel) {
    let waiting = interrupted
    interrupted = []
    for id in waiting where kernel.read(id, { $0.isSuspended }) == false {
      post("ended", to: id, cause: cause, &kernel)
    }
  }

  private func post(
    _ type: String, to id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    let info = ScriptValue.map(named: [("type", .symbol(type))])
    kernel.enqueue(.post(.audioSessionInterruption, info, .R053), for: id, cause: cause)
  }

  mutating func processEnded(_ id: ProcessIdentifier) { playback.remove(id.app) }

  /// Combines whether an app plays, and whether it waits for the end of a call.
  func digest(_ app: AppIdentifier, _ kernel: Kernel, into walk: inout IdentityWalk) {
    walk.combine(isPlaying(app))
    // What has ended since is never told.
    walk.combine(interrupted.filter { $0.app == app && kernel.isAlive($0) }.count)
  }
}

// MARK: - For app code

/// What an app asks of audio.
package protocol AudioRequests: AppRequests {}

extension AudioRequests {
  /// Begins to play audio.
  package func playAudio() {
    ask { parts, kernel in parts.audio.setPlaying(true, in: process, &kernel) }
  }

  /// Stops playing audio; without the mode an app is suspended a little later.
  package func stopAudio() {
    ask { parts, kernel in parts.audio.setPlaying(false, in: process, &kernel) }
  }
}
