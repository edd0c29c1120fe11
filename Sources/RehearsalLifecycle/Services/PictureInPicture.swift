// Picture in Picture (R156): the one video that plays in a small window over everything else, and
// what it means for its app: it runs in the background as long as the video plays.

import RehearsalValues

/// Whose video plays in the small window.
struct PictureInPicture: Sendable {
  fileprivate(set) var owner: ProcessIdentifier?

  /// Whether another process's video lies over what a process shows.
  func isShown(besides id: ProcessIdentifier) -> Bool { owner.map { $0 != id } ?? false }

  mutating func processEnded(_ id: ProcessIdentifier) {
    if owner == id { owner = nil }
  }

  /// Combines whether the window is the app's.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    walk.combine(owner?.app == app)
  }
}

extension DeviceParts {
  /// Begins to play an app's video in the small window; another one goes.
  ///
  /// - Returns: Whether it plays there.
  fileprivate mutating func startPictureInPicture(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) -> Bool {
    let feature: Feature = kernel.traits.isPad ? .pictureInPictureOnPad : .pictureInPictureOnPhone
    guard kernel.has(feature), kernel.description(of: id.app).hasBackgroundMode(.audio),
      !springBoard.isLocked
    else { return false }
    guard services.pictureInPicture.owner != id else { return true }
    guard services.audio.isPlaying(id.app) || services.audio.play(mixes: false, in: id, &kernel)
    else {
      return false
    }
    if let old = services.pictureInPicture.owner {
      endPictureInPicture(of: old, cause: cause, &kernel)
    }
    services.pictureInPicture.owner = id
    kernel.emit(.queue(.send(.pictureInPictureDidStart, [], .R156), id, cause: cause))
    kernel.emit(.reviewPictureInPicture(id, cause: cause))
    kernel.emit(.reviewCameras(cause: cause))
    return true
  }

  /// The app has left the screen for the home screen: its video continues if it wants that.
  mutating func beginPictureInPicture(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard kernel.has(.automaticPictureInPicture), services.audio.isPlaying(id.app),
      kernel.description(of: id.app).isTrue(.autoPictureInPicture)
    else { return }
    _ = startPictureInPicture(of: id, cause: cause, &kernel)
  }

  /// The window goes, and the app is notified.
  fileprivate mutating func endPictureInPicture(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    services.pictureInPicture.owner = nil
    kernel.emit(.resumeForMessage(id, rule: .R156, cause: cause))
    kernel.emit(.queue(.send(.pictureInPictureDidStop, [], .R156), id, cause: cause))
    kernel.emit(.queue(.finishBackground, id, cause: cause))
    kernel.emit(.reviewPictureInPicture(id, cause: cause))
    kernel.emit(.reviewCameras(cause: cause))
  }

  /// A locked screen shows no window; the sound continues (R136).
  mutating func hidePictureInPicture(cause: Cause?, _ kernel: inout Kernel) {
    guard let owner = services.pictureInPicture.owner else { return }
    endPictureInPicture(of: owner, cause: cause, &kernel)
  }

  /// The app runs as long as its video plays.
  func reviewPictureInPicture(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    let plays = services.pictureInPicture.owner == id && services.audio.isPlaying(id.app)
    kernel.emit(.hold(.pictureInPicture, plays, id, cause: cause))
  }

  // MARK: - What the user does

  /// The user closes the window, which ends the video.
  fileprivate mutating func closePictureInPicture(
    of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let owner = services.pictureInPicture.owner, owner.app == app else {
      return .noPictureInPicture
    }
    guard !springBoard.isLocked else { return .deviceIsLocked }
    services.audio.pause(owner, &kernel)
    endPictureInPicture(of: owner, cause: cause, &kernel)
    return nil
  }

  /// The user wants the video where it came from: the app shows its interface and comes to the
  /// front before the window goes.
  fileprivate mutating func expandPictureInPicture(
    of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let owner = services.pictureInPicture.owner, owner.app == app else {
      return .noPictureInPicture
    }
    if let refusal = springBoard.refusalOfLeaving { return refusal }
    let completion = runningBoard.makeCompletion(of: .restoreUserInterface, owner)
    kernel.emit(.resume(owner, rule: .R156, cause: cause))
    kernel.emit(
      .queue(.deliver(.restoreUserInterface, [], .R156, completion), owner, cause: cause))
    if !springBoard.isOnScreen(app) {
      let launch = ForegroundLaunch(app: app, request: .icon, session: nil, cause: cause)
      _ = springBoard.bringForward(launch, &kernel)
    }
    endPictureInPicture(of: owner, cause: cause, &kernel)
    return nil
  }
}

// MARK: - Actions

extension PictureInPicture {
  static let actions: [Action] = [
    Action(
      .closePictureInPicture, "closePictureInPicture", [.app], versions: .from(9),
      refusesItself: true, rules: [.R156],
      "Closes the video of the app that plays in Picture in Picture."
    ) { parts, kernel, call throws(SimulationError) in
      parts.closePictureInPicture(of: try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .expandPictureInPicture, "expandPictureInPicture", [.app], versions: .from(9),
      refusesItself: true, rules: [.R156],
      "Brings the video that plays in Picture in Picture back into its app."
    ) { parts, kernel, call throws(SimulationError) in
      parts.expandPictureInPicture(of: try call.app(), cause: call.cause, &kernel)
    },
  ]
}

// MARK: - For app code

/// What an app asks of Picture in Picture.
extension AppContext {
  /// Begins to play the app's video in a small window over everything else, with its sound.
  ///
  /// - Returns: Whether it does: from the foreground, with the mode audio, on a device that has it.
  package func startPictureInPicture() -> Bool {
    ask { parts, kernel in
      guard kernel.read(process, { $0.targetState }) ?? .background != .background else {
        return false
      }
      return parts.startPictureInPicture(of: process, cause: kernel.cause, &kernel)
    }
  }

  /// Ends the app's Picture in Picture; without effect where there is none.
  package func stopPictureInPicture() {
    ask { parts, kernel in
      guard parts.services.pictureInPicture.owner == process else { return }
      parts.endPictureInPicture(of: process, cause: kernel.cause, &kernel)
    }
  }
}
