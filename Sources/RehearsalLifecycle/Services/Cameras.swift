// The capture sessions of apps (R155): what interrupts each follows from what is on the screen, who
// has the sound and which other app's camera runs, and is worked out again whenever one of these
// changes. The app is notified of changes.

import RehearsalValues

/// What interrupts a capture session.
public enum CaptureInterruption: String, CaseIterable, Hashable, Sendable {
  /// The app is off the screen.
  case videoDeviceNotAvailableInBackground
  /// An iPad shows another app as well.
  case videoDeviceNotAvailableWithMultipleForegroundApps
  /// A call has the sound that the session records.
  case audioDeviceInUseByAnotherClient
  /// Another app has the camera.
  case videoDeviceInUseByAnotherClient
}

/// What a capture session wants in addition to the picture.
public struct CaptureOptions: Hashable, Sendable {
  /// Whether it asks to continue beside other apps, which systems from iOS 16 on grant.
  public var multitasks: Bool
  /// Whether it records sound.
  public var records: Bool

  /// Makes the options of a session.
  public init(multitasks: Bool = false, records: Bool = false) {
    self.multitasks = multitasks
    self.records = records
  }
}

extension DeviceParts {
  /// Brings the interruptions of all cameras in line with the world.
  ///
  /// - Parameters:
  ///   - returning: The process that has just become a foreground process, which hears of its
  ///     camera before it is active; nil for none.
  ///   - cause: What changed the world.
  ///   - kernel: The processes.
  mutating func reviewCameras(
    returning: ProcessIdentifier? = nil, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard !services.resources.isEmpty else { return }
    let holders = kernel.livingProcesses.map(\.identifier).filter { id in
      services.resources.held(by: id.app).contains { $0.resource.kind == .camera }
    }
    guard !holders.isEmpty else { return }
    let owner = cameraOwner(among: holders, kernel)
    for id in holders {
      for (identifier, held) in services.resources.held(by: id.app) where held.kind == .camera {
        let new = interruption(of: held, in: id, owner: owner, kernel)
        guard new != held.interruption else { continue }
        services.resources.set(new, of: identifier, of: id.app)
        guard (new == nil) != (held.interruption == nil) else { continue }
        tell(id, of: new, isReturning: id == returning, cause: cause, &kernel)
      }
    }
  }

  /// The process whose camera runs: of those that nothing else interrupts, the one that began last.
  private func cameraOwner(
    among holders: [ProcessIdentifier], _ kernel: Kernel
  ) -> ProcessIdentifier? {
    let candidates = holders.flatMap { id in
      services.resources.held(by: id.app).map(\.resource).filter { held in
        held.kind == .camera && interruption(of: held, in: id, owner: id, kernel) == nil
      }.map { (id, $0.record.index) }
    }
    return candidates.max { $0.1 < $1.1 }?.0
  }

  /// What interrupts a camera, where another process has it or none.
  private func interruption(
    of held: HeldResource, in id: ProcessIdentifier, owner: ProcessIdentifier?, _ kernel: Kernel
  ) -> CaptureInterruption? {
    if isOffScreen(held, id, kernel) { return .videoDeviceNotAvailableInBackground }
    let sharesScreen =
      springBoard.layout.apps.count > 1 || services.pictureInPicture.isShown(besides: id)
    if kernel.traits.isPad, sharesScreen,
      !(held.capture.multitasks && kernel.has(.multitaskingCamera))
    {
      return .videoDeviceNotAvailableWithMultipleForegroundApps
    }
    if held.capture.records, services.audio.isTakenByCall(from: id.app) {
      return .audioDeviceInUseByAnotherClient
    }
    return owner.map { $0 != id } ?? false ? .videoDeviceInUseByAnotherClient : nil
  }

  /// Whether the app is off the screen, for the camera: one that is launched with scenes is on its
  /// way there, and one that returns gets its camera back when it reads the foreground.
  private func isOffScreen(
    _ held: HeldResource, _ id: ProcessIdentifier, _ kernel: Kernel
  ) -> Bool {
    let wasOffScreen = held.interruption == .videoDeviceNotAvailableInBackground
    return kernel.read(id) { process in
      process.reportedState == .background
        && (wasOffScreen || process.targetState == .background)
    } ?? true
  }

  private func tell(
    _ id: ProcessIdentifier, of interruption: CaptureInterruption?, isReturning: Bool,
    cause: Cause?, _ kernel: inout Kernel
  ) {
    let info =
      interruption.flatMap { interruption -> ScriptValue? in
        guard kernel.has(.captureInterruptionReasons) else { return nil }
        return .map(named: [("reason", .symbol(interruption.rawValue))])
      } ?? .emptyMap
    let notification: SystemNotification =
      interruption == nil ? .captureSessionInterruptionEnded : .captureSessionWasInterrupted
    let item = MainThreadItem(work: .post(notification, [info], .R155), cause: cause)
    guard isReturning else { return kernel.enqueue(item.work, for: id, cause: cause) }
    // What makes the app active waits in the queue already.
    kernel.change(id) { $0.changeMainThread { $0.prepend(item) } }
  }
}
