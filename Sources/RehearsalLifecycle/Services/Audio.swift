// Audio: which processes play, what the background mode does to it (R136), what interrupts the
// sessions of apps: calls (R053), Siri, alarms, the sound of other apps, and suspension (R154); who
// records (R195), and where the sound comes out (R168).

import RehearsalValues

extension InterruptionKind {
  /// Whether it takes the sound from apps while it lasts.
  var interruptsAudio: Bool { self == .phoneCall || self == .siri || self == .alarm }

  /// The rule under which it does.
  fileprivate var audioRule: RuleNumber { self == .phoneCall ? .R053 : .R154 }
}

/// Why the sound comes out elsewhere, as apps are told it.
package enum RouteChangeReason: String, CaseIterable, Sendable {
  case newDeviceAvailable, oldDeviceUnavailable, categoryChange, override

  /// Tells running apps, which stops nothing (R168).
  func post(cause: Cause, _ kernel: inout Kernel) {
    kernel.postToAll(
      .audioSessionRouteChange, info: .map(named: [("reason", .symbol(rawValue))]), rule: .R168,
      cause: cause)
  }
}

/// What an app's sound is for.
public enum AudioCategory: String, CaseIterable, Hashable, Sendable {
  case soloAmbient, ambient, playback, record, playAndRecord
}

/// Where an app lets its sound come out, whatever is connected.
public enum AudioPort: String, CaseIterable, Hashable, Sendable {
  /// Where the system puts it.
  case none
  case speaker
}

/// Who plays audio, and what has interrupted whom.
struct Audio: Sendable {
  private struct Session: DefaultInitializable {
    /// Whether the app's session is on, from the first sound until the app stops or loses it.
    var isOn = false
    var isPlaying = false
    /// Whether it plays with a picture, which keeps the screen on in front (R193).
    var hasVideo = false
    /// Whether it records sound (R195).
    var isRecording = false
    /// Whether its sound mixes with that of other apps.
    var mixes = false
    /// What the app has said of its sound, which stays when the session is lost.
    var category = AudioCategory.soloAmbient
    var port = AudioPort.none

    /// The session is lost; what the app has said stays.
    mutating func lose() {
      isOn = false
      isPlaying = false
      isRecording = false
      hasVideo = false
      mixes = false
    }
  }

  /// Something of the system that has the sound.
  private struct Interrupter: Sendable {
    let kind: InterruptionKind
    /// The app whose own call it is, which keeps its session; nil for anything else.
    let exempt: AppIdentifier?
  }

  private var sessions = AppTable<Session>()
  /// What of the system has the sound, in the order in which it came.
  private var interrupters: [Interrupter] = []
  /// The processes that are told when the system gives the sound back.
  private var interrupted: [ProcessIdentifier] = []
  /// Whether headphones are plugged in.
  private(set) var hasHeadphones = false

  /// Whether an app has the sound, or had it.
  func isUser(_ app: AppIdentifier) -> Bool { !sessions.isEmpty(app) }

  func isPlaying(_ app: AppIdentifier) -> Bool { sessions.read(app) { $0.isPlaying } ?? false }

  func isRecording(_ app: AppIdentifier) -> Bool { sessions.read(app) { $0.isRecording } ?? false }

  func showsVideo(_ app: AppIdentifier) -> Bool {
    sessions.read(app) { $0.isPlaying && $0.hasVideo } ?? false
  }

  /// Whether a call has the sound that is not the app's own.
  func isTakenByCall(from app: AppIdentifier) -> Bool {
    interrupters.contains { $0.kind == .phoneCall && $0.exempt != app }
  }

  /// Whether something of the system has the sound that the app wants.
  func isTaken(from app: AppIdentifier) -> Bool { interrupters.contains { $0.exempt != app } }

  // MARK: - Playing

  /// Begins to play; other apps whose sound does not mix with this are interrupted.
  ///
  /// - Returns: Whether the app plays; not while something of the system has the sound.
  mutating func play(
    mixes: Bool, video: Bool = false, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> Bool {
    guard kernel.isAlive(id) else { return false }
    guard !isTaken(from: id.app) else {
      refuse(.audioIsInterrupted, to: id, &kernel)
      return false
    }
    let isNew = !isPlaying(id.app) || sessions[id.app].mixes != mixes
    sessions[id.app].isOn = true
    sessions[id.app].isPlaying = true
    sessions[id.app].hasVideo = video
    sessions[id.app].mixes = mixes
    interrupted.removeAll { $0 == id }
    reviewMode(of: id, &kernel)
    if isNew, !mixes { interruptOthers(than: id, &kernel) }
    kernel.emit(.reviewPictureInPicture(id, cause: kernel.cause))
    return true
  }

  /// Stops playing; the session goes with it.
  mutating func stop(in id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard kernel.isAlive(id), !sessions.isEmpty(id.app) else { return }
    sessions[id.app].isOn = sessions[id.app].isRecording
    sessions[id.app].isPlaying = false
    reviewMode(of: id, &kernel)
    kernel.emit(.reviewPictureInPicture(id, cause: kernel.cause))
  }

  /// The sound stops, and with it what it kept running; the session stays.
  mutating func pause(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard !sessions.isEmpty(id.app) else { return }
    sessions[id.app].isPlaying = false
    endRecording(of: id, cause: kernel.cause, &kernel)
    reviewMode(of: id, &kernel)
  }

  private func refuse(
    _ reason: RefusalReason, to id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    kernel.record(
      .refusal(reason), of: id, rule: reason.rule, cause: kernel.cause, details: .refusal(.none))
  }

  // MARK: - Recording

  /// Begins to record, which ends the sound of others; from the foreground, with the microphone.
  fileprivate mutating func record(
    in id: ProcessIdentifier, hasMicrophone: Bool, _ kernel: inout Kernel
  ) -> Bool {
    guard let state = kernel.read(id, { $0.targetState }) else { return false }
    guard !isRecording(id.app) else { return true }
    let refusal: RefusalReason? =
      if !kernel.has(.recording) {
        .noRecordings
      } else if !hasMicrophone {
        .noMicrophone
      } else if isTaken(from: id.app) {
        .audioIsInterrupted
      } else {
        state == .background ? .recordingInBackground : nil
      }
    if let refusal {
      refuse(refusal, to: id, &kernel)
      return false
    }
    sessions[id.app].isOn = true
    sessions[id.app].isRecording = true
    sessions[id.app].mixes = false
    interrupted.removeAll { $0 == id }
    kernel.record(.assertion(.recordingBegan), of: id, rule: .R195, cause: kernel.cause)
    reviewMode(of: id, &kernel)
    interruptOthers(than: id, &kernel)
    return true
  }

  /// The app ends its recording; the session goes with it where nothing plays.
  fileprivate mutating func stopRecording(in id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard kernel.isAlive(id), isRecording(id.app) else { return }
    endRecording(of: id, cause: kernel.cause, &kernel)
    sessions[id.app].isOn = sessions[id.app].isPlaying
    reviewMode(of: id, &kernel)
  }

  private mutating func endRecording(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard isRecording(id.app) else { return }
    sessions[id.app].isRecording = false
    kernel.record(.assertion(.recordingEnded), of: id, rule: .R195, cause: cause)
  }

  /// With the mode an app that plays or records keeps running (R136, R195).
  private func reviewMode(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    let hasMode = kernel.description(of: id.app).hasBackgroundMode(.audio)
    let isHeard = isPlaying(id.app) || isRecording(id.app)
    kernel.emit(.hold(.audio, isHeard && hasMode, id, cause: kernel.cause))
  }

  /// An app that reaches the background without the mode stops playing (R136).
  mutating func stopUnpermitted(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard !kernel.description(of: id.app).hasBackgroundMode(.audio) else { return }
    endRecording(of: id, cause: kernel.cause, &kernel)
    guard isPlaying(id.app) else { return }
    sessions[id.app].isPlaying = false
    kernel.record(.assertion(.audioStopped), of: id, rule: .R136, cause: kernel.cause)
  }

  // MARK: - Interruptions

  /// Something of the system takes the sound: every app with a session is interrupted.
  mutating func interrupt(
    _ kind: InterruptionKind, sparing exempt: AppIdentifier?, cause: Cause?, _ kernel: inout Kernel
  ) {
    interrupters.append(Interrupter(kind: kind, exempt: exempt))
    for process in kernel.livingProcesses
    where !process.isSuspended && process.identifier.app != exempt
      && sessions.read(process.identifier.app, { $0.isOn }) == true
    {
      interrupted.append(process.identifier)
      begin(process.identifier, rule: kind.audioRule, cause: cause, &kernel)
    }
    kernel.emit(.reviewCameras(cause: cause))
  }

  /// An app's sound ends that of others which does not mix; they are never told of its end.
  private mutating func interruptOthers(than id: ProcessIdentifier, _ kernel: inout Kernel) {
    for process in kernel.livingProcesses
    where !process.isSuspended && process.identifier != id
      && sessions.read(process.identifier.app, { $0.isOn && !$0.mixes }) == true
    {
      begin(process.identifier, rule: .R154, cause: kernel.cause, &kernel)
    }
  }

  /// Takes a session; what the app hears of it comes with the next turns of its main thread.
  private mutating func begin(
    _ id: ProcessIdentifier, rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) {
    sessions[id.app].isOn = false
    var info = [("type", ScriptValue.symbol("began"))]
    if kernel.has(.audioInterruptionReasons) { info.append(("reason", .symbol("default"))) }
    kernel.enqueue(
      .post(.audioSessionInterruption, [.map(named: info)], rule), for: id, cause: cause)
    pause(id, &kernel)
    kernel.emit(.reviewPictureInPicture(id, cause: cause))
  }

  /// Something of the system gives the sound back: with the last of them, apps that were
  /// interrupted and run or have the mode are notified.
  mutating func endInterruption(
    by kind: InterruptionKind, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard let position = interrupters.firstIndex(where: { $0.kind == kind }) else { return }
    interrupters.remove(at: position)
    kernel.emit(.reviewCameras(cause: cause))
    guard interrupters.isEmpty else { return }
    let waiting = interrupted
    interrupted = []
    for id in waiting {
      guard let isSuspended = kernel.read(id, { $0.isSuspended }) else { continue }
      if isSuspended {
        guard kernel.description(of: id.app).hasBackgroundMode(.audio) else { continue }
        kernel.emit(.resumeForMessage(id, rule: .R154, cause: cause))
      }
      let info = ScriptValue.map(
        named: [("type", .symbol("ended")), ("shouldResume", .boolean(true))])
      kernel.emit(
        .queue(.post(.audioSessionInterruption, [info], kind.audioRule), id, cause: cause))
      if isSuspended { kernel.emit(.queue(.finishBackground, id, cause: cause)) }
    }
  }

  /// The process is about to be suspended: its session goes, and on some versions the first thing
  /// that it hears when it runs again is that it did (R154).
  mutating func loseAtSuspension(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard kernel.has(.suspensionEndsAudioSessions),
      sessions.read(id.app, { $0.isOn }) == true
    else { return }
    sessions[id.app].lose()
    guard kernel.has(.lostSessionsAreReported) else { return }
    var info = [("type", ScriptValue.symbol("began"))]
    if kernel.has(.audioInterruptionReasons) {
      info.append(("reason", .symbol("appWasSuspended")))
    } else if kernel.has(.lostSessionsAreMarked) {
      info.append(("wasSuspended", .boolean(true)))
    }
    let waiting = QueuedNotification(
      notification: .audioSessionInterruption, info: .map(named: info), rule: .R154,
      cause: kernel.cause)
    kernel.change(id) { $0.changeInbox { $0.queue(waiting) } }
  }

  /// The device is switched off, and with it whatever had the sound.
  mutating func switchOff() {
    interrupters = []
    interrupted = []
  }

  mutating func processEnded(_ id: ProcessIdentifier) {
    sessions.remove(id.app)
    if !interrupted.isEmpty { interrupted.removeAll { $0 == id } }
  }

  // MARK: - Routes

  /// Headphones are plugged in, or pulled.
  fileprivate mutating func setHeadphones(
    _ arePluggedIn: Bool, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard hasHeadphones != arePluggedIn else {
      return arePluggedIn ? .alreadyConnected : .nothingConnected
    }
    hasHeadphones = arePluggedIn
    let reason: RouteChangeReason = arePluggedIn ? .newDeviceAvailable : .oldDeviceUnavailable
    reason.post(cause: cause, &kernel)
    return nil
  }

  /// An app says what its sound is for.
  fileprivate mutating func set(
    _ category: AudioCategory, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard kernel.isAlive(id), sessions[id.app].category != category else { return }
    sessions[id.app].category = category
    tell(id, .categoryChange, &kernel)
  }

  /// An app lets its sound come out by the speaker, or where the system puts it.
  fileprivate mutating func set(
    _ port: AudioPort, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard kernel.isAlive(id), sessions[id.app].port != port else { return }
    sessions[id.app].port = port
    tell(id, .override, &kernel)
  }

  /// Tells an app of the change of the route that it made itself.
  private func tell(
    _ id: ProcessIdentifier, _ reason: RouteChangeReason, _ kernel: inout Kernel
  ) {
    guard kernel.traits.profile.missing(SystemNotification.audioSessionRouteChange.versions) == nil
    else { return }
    kernel.enqueue(
      .post(
        .audioSessionRouteChange, [.map(named: [("reason", .symbol(reason.rawValue))])], .R168),
      for: id, cause: kernel.cause)
  }

  // MARK: - Identity

  /// Combines what has the sound, and where it comes out.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(hasHeadphones)
    walk.combine(each: interrupters) { walk, interrupter in
      walk.combine(interrupter.kind)
      walk.combine(placeOf: interrupter.exempt)
    }
  }

  /// Combines an app's session, and its place among those that wait for the sound.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    let session = sessions.read(app) { $0 } ?? Session()
    walk.combine(session.isOn)
    walk.combine(session.isPlaying)
    walk.combine(session.hasVideo)
    walk.combine(session.isRecording)
    walk.combine(session.mixes)
    walk.combine(session.category)
    walk.combine(session.port)
    walk.combine(interrupted.firstIndex { $0.app == app } ?? -1)
  }
}

// MARK: - Actions

extension Audio {
  static let actions: [Action] = [
    Action(
      .plugInHeadphones, "plugInHeadphones", versions: .from(6), rules: [.R168],
      "Plugs headphones in."
    ) { parts, kernel, call in
      parts.services.audio.setHeadphones(true, cause: call.cause, &kernel)
    },
    Action(
      .unplugHeadphones, "unplugHeadphones", versions: .from(6), rules: [.R168],
      "Pulls the headphones out."
    ) { parts, kernel, call in
      parts.services.audio.setHeadphones(false, cause: call.cause, &kernel)
    },
  ]
}

// MARK: - For app code

/// What an app asks of audio.
extension AppContext {
  /// Begins to play audio, which turns the app's session on; refused while something of the system
  /// has the sound (R154).
  ///
  /// - Parameters:
  ///   - mixes: Whether the sound mixes with that of other apps.
  ///   - video: Whether there is a picture, which keeps the screen on while the app is in front (R193).
  package func playAudio(mixes: Bool, video: Bool = false) {
    ask { parts, kernel in
      _ = parts.services.audio.play(mixes: mixes, video: video, in: process, &kernel)
      guard !video else { return }
      parts.idleTimer.restartIfRunning(
        parts.services, isLocked: parts.springBoard.isLocked, &kernel)
    }
  }

  /// Begins to record sound (R195).
  ///
  /// - Returns: Whether the app records: from the foreground, where the user lets it use the
  ///   microphone, and nothing of the system has the sound.
  package func startRecording() -> Bool {
    ask { parts, kernel in
      let isDenied = parts.services.settings.answer(to: .microphone, of: process.app) == false
      return parts.services.audio.record(in: process, hasMicrophone: !isDenied, &kernel)
    }
  }

  /// Ends the recording of sound; without effect where the app records none.
  package func stopRecording() {
    ask { parts, kernel in parts.services.audio.stopRecording(in: process, &kernel) }
  }

  /// Whether the app records sound.
  package var isRecording: Bool {
    read { parts, _ in parts.services.audio.isRecording(process.app) }
  }

  /// Says what the app's sound is for; another category is a change of the route (R168).
  package func setAudioCategory(_ category: AudioCategory) {
    ask { parts, kernel in
      parts.services.audio.set(category, in: process, &kernel)
    }
  }

  /// Plays by the speaker, or where the system puts the sound, which is a change of the route (R168).
  package func overrideOutputAudioPort(_ port: AudioPort) {
    ask { parts, kernel in
      parts.services.audio.set(port, in: process, &kernel)
    }
  }

  /// Stops playing audio; without the mode an app is suspended a little later.
  package func stopAudio() {
    ask { parts, kernel in
      parts.services.audio.stop(in: process, &kernel)
      parts.idleTimer.restartIfRunning(
        parts.services, isLocked: parts.springBoard.isLocked, &kernel)
    }
  }
}
