// What native apps ask of the system beside what has a method of its own: a case for each word of
// the scripts' vocabulary, so that the two kinds of apps can do the same. What a request does
// stands in `Application+Requests`.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// Something that an app reads of the system.
public enum SystemValue: Hashable, Sendable {
  /// Whether the user lets the app refresh itself in the background: `available`, `denied` or
  /// `restricted`.
  case backgroundRefreshStatus
  /// Whether protected files can be read.
  case isProtectedDataAvailable
  /// The sessions whose windows the user has not closed, things in the order of their creation.
  case openSessions
  /// The state of the scene whose code asks; while a method leads to another state it is the old
  /// one.
  case activationState
  /// What the scene of this session gave last to be restored with; nil where it gave nothing.
  case restorationActivity
}

/// Something that an app asks of the system at once.
public enum SystemRequest: Hashable, Sendable {
  // What is on the screen.
  /// Shows a screen, by a name of the app's own.
  case show(String)
  /// Presents an alert or an action sheet over the screen.
  case present(String)
  /// Dismisses what was presented.
  case dismissPresented
  /// Keeps the next snapshot out of the switcher.
  case ignoreSnapshot
  /// Asks for the view to be drawn.
  case setNeedsDisplay
  /// Opens a link; answers whether something on the device does.
  case openURL(String)
  /// Shows the window of a session, or another window for nil.
  case activateSceneSession(ScriptValue?)
  /// Closes the window of a session for good.
  case destroySceneSession(ScriptValue)
  // Places.
  /// Asks to be told of places, also when the app does not run; answers whether it will be.
  case startMonitoring(MonitoredPlace)
  /// Asks not to be told any longer.
  case stopMonitoring(MonitoredPlace)
  /// Begins updates of the location.
  case startUpdatingLocation(allowsBackground: Bool)
  /// Ends updates of the location.
  case stopUpdatingLocation
  // The background.
  /// Sets the least time from one background fetch to the next; nil for none.
  case setMinimumBackgroundFetchInterval(Duration?)
  /// Reports a call, which the system shows.
  case reportNewIncomingCall(String)
  /// Connects to a Bluetooth accessory, with a name by which the connection is restored.
  case connectPeripheral(String, restoreIdentifier: String?)
  // Hardware and memory.
  /// Takes hold of hardware or shared data; answers the thing that `cancel` gives back.
  case acquire(ResourceKind, name: String)
  /// Draws with the graphics processor; answers `done` or `notPermitted`.
  case render(GraphicsInterface)
  /// Takes memory, in bytes.
  case allocate(Int64)
  /// Gives memory back, in bytes.
  case free(Int64)
  // Things that other requests answered.
  /// Ends a download or a display link, or gives a resource back.
  case cancel(ScriptValue)
  /// Holds a download or a display link.
  case suspend(ScriptValue)
  /// Lets a download or a display link go on.
  case resume(ScriptValue)
}

/// Something that an app asks of the system, which calls a closure for it later.
public enum CallbackRequest: Hashable, Sendable {
  /// Asks the user for a permission; the closure gets the answer.
  case permission(Permission)
  /// Asks for the user's face or finger; the closure gets whether that succeeded.
  case biometrics
  /// Loads something, in a background session of that identifier without the process; answers the
  /// download.
  case download(String, takes: Duration, session: String? = nil)
  /// Calls for frames while the app is on the screen; answers the display link.
  case displayLink(framesPerSecond: Int)
  /// Keeps a VoIP app's connection alive; answers whether the handler is set.
  case keepAlive(every: Duration)
  /// Warns before the time of a scheduled task, an argument of its message, is over.
  case expiration(of: ScriptValue)
}
