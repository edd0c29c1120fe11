// The screen of a car that the device is connected to: which app is on it (R159). What the device
// itself shows does not change with it.

import RehearsalValues

/// A screen other than the device's own that apps can be opened on.
package enum FurtherScreen: String, CaseIterable, Hashable, Sendable {
  case carPlay
}

/// The screen of a car.
struct CarScreen: Sendable {
  /// The app on the screen; nil while it shows something of the car or the system.
  private(set) var app: AppIdentifier?

  // MARK: - What the user does

  /// A tap on an app's icon on the screen.
  mutating func launch(
    _ app: AppIdentifier, hasCar: Bool, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.carScenes) else { return .noCarScenes }
    guard hasCar else { return .noCar }
    guard kernel.usesScenes(app), kernel.description(of: app).hasCarRole else {
      return .noCarRole
    }
    guard self.app != app else { return .alreadyInFront }
    guard kernel.process(of: app)?.ending == nil else { return .beingTerminated }
    leave(cause: cause, &kernel)
    self.app = app
    kernel.emit(.noteUse(app))
    if let process = kernel.process(of: app), !process.isPrewarmed {
      kernel.emit(.openInCar(process.identifier, cause: cause))
    } else {
      kernel.emit(.launchInBackground(app, WakeUp(kind: .carPlay, events: []), cause: cause))
    }
    return nil
  }

  /// A press of the home button, the only one that the screen has.
  mutating func press(
    _ button: DeviceButton, hasCar: Bool, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard hasCar else { return .noCar }
    guard button == .home else { return .noSuchButton }
    guard app != nil else { return .alreadyOnHomeScreen }
    leave(cause: cause, &kernel)
    return nil
  }

  private mutating func leave(cause: Cause, _ kernel: inout Kernel) {
    guard let left = app else { return }
    app = nil
    guard let id = kernel.process(of: left)?.identifier else { return }
    kernel.emit(.leaveCar(id, cause: cause))
  }

  /// The device was disconnected from the car.
  mutating func disconnect(cause: Cause, _ kernel: inout Kernel) {
    app = nil
    kernel.emit(.disconnectCar(cause: cause))
  }

  /// No process is left that the screen could show.
  mutating func processEnded(_ id: ProcessIdentifier) { if app == id.app { app = nil } }

  /// Combines what the screen shows.
  func digest(into walk: inout IdentityWalk) { walk.combine(placeOf: app) }
}
