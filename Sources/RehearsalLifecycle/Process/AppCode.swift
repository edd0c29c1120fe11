// The border to the app's code. The device hands deliveries to it and learns how they went; while
// code runs it calls the device's API with its own process identifier. The same protocol carries a
// scripted program and a native one.
//
// When a callback dies: one that is delivered with `isLast` after that delivery; one whose
// identifier a call returns (`invalidateTimer`, `endBackgroundTask`, `cancelBackgroundWork`,
// `cancelTransfer`, `complete`, `setExpirationHandler`) at once; and every one with its process.
// Nothing else frees a callback.

/// The code of an app in one process.
///
/// A conforming type must be a value: copying a simulation copies its code.
package protocol AppCode: Sendable {
  /// Whether the app implements a message; asked once for each message when the process starts.
  func handles(_ message: Message) -> Bool

  /// Whether the app observes a notification; asked once for each when the process starts.
  func observes(_ notification: SystemNotification) -> Bool

  /// Runs one delivery on the main thread until it returns, goes to work, or ends.
  mutating func run(
    _ delivery: Delivery, in process: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress

  /// Goes on after a `working` whose time is over.
  mutating func resume(in process: ProcessIdentifier, on device: inout Device) -> CodeProgress
}

extension AppCode {
  /// No notification: apps are told by messages.
  package func observes(_ notification: SystemNotification) -> Bool { false }
}

/// What the main thread hands to the app's code.
package enum Delivery: Hashable, Sendable {
  /// What runs before the application object exists; only for an app that says it has such code.
  case main
  /// The process's own initial values, the first code of a launch.
  case initialize
  /// A message with its arguments in the order of its parameters.
  case message(Message, arguments: [PlainValue])
  /// The initial values of a new scene's own variables.
  case initializeScene(SceneIdentifier)
  /// A message to a scene's delegate or its view controller.
  case sceneMessage(SceneIdentifier, Message, arguments: [PlainValue])
  /// A notification that the code observes, with its `info`.
  case notification(SystemNotification, info: PlainValue)
  /// A closure that the code handed in; `isLast` when it is never delivered again.
  case callback(CallbackIdentifier, arguments: [PlainValue], isLast: Bool)
  /// The action of the control at that position of the app's controls, in a scene's window.
  case control(Int, in: SceneIdentifier?)
}

/// How a delivery went.
package enum CodeProgress: Hashable, Sendable {
  /// The code is done and returned a value.
  case returned(PlainValue)
  /// The main thread is busy for a span, negative ones counting as none; then the code goes on.
  case working(TimeSpan)
  /// The code failed and takes its process with it.
  case crashed(CrashReport)
  /// The main thread does not come back; the watchdog's limit applies.
  case hung(CrashReport)
  /// The code ended its process with an exit code.
  case exited(Int)
}

/// Names a closure that app code handed to the device; the code chooses the number.
package struct CallbackIdentifier: Hashable, Sendable {
  /// The number the code knows the closure by.
  package let number: Int

  /// Makes the identifier of a closure.
  package init(_ number: Int) {
    self.number = number
  }
}

/// How code failed, in words and in a number that the host can map back to its own report.
package struct CrashReport: Hashable, Sendable {
  /// What went wrong, for people.
  package var message: String
  /// A number of the host's own.
  package var detail: Int

  /// Makes a report.
  package init(message: String, detail: Int = 0) {
    self.message = message
    self.detail = detail
  }
}

/// A call of the device's API that the device cannot carry out; the code made a mistake.
public enum CallFault: Error, Hashable, Sendable {
  /// A span that must not be negative is.
  case negativeSpan
  /// A repeating timer's interval is not above zero.
  case intervalNotPositive
  /// The number of frames in a second is below 1 or above 120.
  case framesOutOfRange
  /// The moment lies beyond the end of the clock.
  case clockOverflow
  /// The calling process has ended.
  case processEnded
  /// A value stands for nothing of the kind that the call takes.
  case wrongThing
  /// A value that names something of a process cannot be kept.
  case handleNotStorable
  /// A size that must not be negative is.
  case negativeSize
  /// The app keeps more bytes than the limit.
  case storageFull(limit: Int)
  /// The call is one that ends the app with an exception on a device.
  case misuse(Misuse)
}

/// A call that ends the app with an exception on a device.
public enum Misuse: String, CaseIterable, Hashable, Sendable {
  case registeredTwice, registeredAfterLaunch, backgroundLocationWithoutMode
  case backgroundSessionTooEarly

  /// What is wrong, for people.
  package var text: String {
    switch self {
    case .registeredTwice: "a handler for this background task is registered already"
    case .registeredAfterLaunch:
      "handlers of background tasks are registered before didFinishLaunching returns"
    case .backgroundSessionTooEarly: "background URL sessions begin with iOS 7"
    case .backgroundLocationWithoutMode:
      "background location updates need the background mode location in the Info.plist"
    }
  }
}
