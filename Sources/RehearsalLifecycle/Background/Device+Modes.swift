// Background modes that an app uses for as long as it likes: playing audio (R136) and standard
// updates of the location (R137). `reviewModes` is the only place that begins and ends them.

extension Device {
  /// Begins to play audio.
  package mutating func playAudio(in id: ProcessIdentifier) {
    change(id) { $0.services.value.isPlayingAudio = true }
    reviewModes(of: id, cause: cause)
  }

  /// Stops playing audio; without the mode an app is suspended a little later.
  package mutating func stopAudio(in id: ProcessIdentifier) {
    change(id) { $0.services.value.isPlayingAudio = false }
    reviewModes(of: id, cause: cause)
  }

  /// Whether an app's process plays audio.
  package func isPlayingAudio(_ app: AppIdentifier) -> Bool {
    installation(app)?.process?.services.read(\.isPlayingAudio) ?? false
  }

  /// Brings the assertions of modes in line with what the process does.
  mutating func reviewModes(of id: ProcessIdentifier, cause: Int?) {
    guard let services = process(id)?.services, !services.isEmpty else { return }
    let description = installations[id.app.position].description
    let value = services.value
    hold(
      .audio, value.isPlayingAudio && description.hasBackgroundMode(.audio), of: id,
      rule: .R136, cause: cause)
    hold(
      .location, value.locationUpdates?.allowsBackground == true, of: id, rule: .R137,
      cause: cause)
  }

  private mutating func hold(
    _ kind: AssertionKind, _ isHeld: Bool, of id: ProcessIdentifier, rule: RuleNumber, cause: Int?
  ) {
    let assertions = process(id)?.services.value.assertions
    let held = assertions?.identifiers.first { assertions?[$0]?.kind == kind }
    if isHeld, held == nil {
      _ = beginAssertion(kind, for: nil, isAnswered: false, of: id, rule: rule, cause: cause)
    } else if !isHeld, let held {
      endAssertion(held, of: id, cause: cause)
    }
  }

  /// An app that comes to the background without the mode stops playing (R136).
  mutating func stopUnpermittedAudio(of id: ProcessIdentifier) {
    guard let services = process(id)?.services, services.read(\.isPlayingAudio) == true,
      !installations[id.app.position].description.hasBackgroundMode(.audio)
    else { return }
    change(id) { $0.services.value.isPlayingAudio = false }
    record(
      .assertion(.audioStopped), of: id, rule: .R136, cause: cause,
      detail: "The app does not declare the background mode audio.")
  }
}
