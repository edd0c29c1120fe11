// The screen of a car that the device is connected to: which app is on it (R159). What the device
// itself shows does not change with it.

import RehearsalValues

/// A screen besides the device's own that apps can be opened on.
package enum FurtherScreen: String, CaseIterable, Hashable, Sendable {
  case carPlay
}

/// The screen of a car.
struct CarScreen: Sendable {
  /// The app on the screen; nil while it shows something of the car or the system.
  private(set) var app: AppIdentifier?

  fileprivate mutating func show(_ app: AppIdentifier?) { self.app = app }

  /// No process is left that the screen could show.
  mutating func processEnded(_ id: ProcessIdentifier) { if app == id.app { app = nil } }

  /// Combines what the screen shows.
  func digest(into walk: inout IdentityWalk) { walk.combine(app?.position ?? -1) }
}

extension DeviceParts {
  /// The device was disconnected from the car.
  mutating func carIsGone(cause: Cause, _ kernel: inout Kernel) {
    car.show(nil)
    frontBoard.disconnectCar(cause: cause, &kernel)
  }

  /// A tap on an app's icon on the car's screen.
  mutating func launchInCar(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.carScenes) else { return .noCarScenes }
    guard surroundings.hasCar else { return .noCar }
    guard kernel.description(of: app).hasCarRole else { return .noCarRole }
    guard car.app != app else { return .alreadyInFront }
    guard kernel.process(of: app)?.ending == nil else { return .beingTerminated }
    leaveCar(cause: cause, &kernel)
    car.show(app)
    springBoard.noteUse(of: app, kernel)
    if let process = kernel.process(of: app), !process.isPrewarmed {
      kernel.emit(.openInCar(process.identifier, cause: cause))
    } else {
      kernel.emit(.launchInBackground(app, WakeUp(kind: .carPlay, events: []), cause: cause))
    }
    return nil
  }

  /// The home button of the car's screen, which has no other.
  mutating func press(
    _ button: DeviceButton, inCar cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard surroundings.hasCar else { return .noCar }
    guard button == .home else { return .noSuchButton }
    guard car.app != nil else { return .alreadyOnHomeScreen }
    leaveCar(cause: cause, &kernel)
    return nil
  }

  private mutating func leaveCar(cause: Cause, _ kernel: inout Kernel) {
    guard let app = car.app else { return }
    car.show(nil)
    guard let id = kernel.process(of: app)?.identifier else { return }
    frontBoard.leaveCar(id, cause: cause, &kernel)
  }
}
