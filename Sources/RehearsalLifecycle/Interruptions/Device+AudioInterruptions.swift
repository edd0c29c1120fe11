// What a call does to audio: the session of every app that plays is interrupted when the call
// comes, and may go on when it was declined or is over (R053).

extension Device {
  /// A call comes: every app that plays audio is interrupted.
  mutating func interruptAudio(cause: Int) {
    for installation in installations {
      guard let process = installation.process, !process.isSuspended,
        process.services.read(\.isPlayingAudio) == true
      else { continue }
      interruptedAudio.append(process.identifier)
      postAudioInterruption("began", to: process.identifier, cause: cause)
    }
  }

  /// The call is declined or over: whoever was interrupted and still runs is told.
  mutating func endAudioInterruption(cause: Int) {
    let interrupted = interruptedAudio
    interruptedAudio = []
    for id in interrupted where process(id)?.isSuspended == false {
      postAudioInterruption("ended", to: id, cause: cause)
    }
  }

  private mutating func postAudioInterruption(
    _ type: String, to id: ProcessIdentifier, cause: Int
  ) {
    let info = PlainValue.map(named: [("type", .symbol(type))])
    enqueue(.post(.audioSessionInterruption, info, .R053), for: id, cause: cause)
  }
}
