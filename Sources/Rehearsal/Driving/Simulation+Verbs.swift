// A device driven from Swift, without a script: the verbs of the user and the system as methods,
// and native apps. What happens is recorded as it is for scripts.
//
//     var device = Simulation()
//     let notes = try device.install("Notes") { NotesDelegate() }
//     try device.launch(notes)
//     try device.press(.home)
//     try device.advance(by: .seconds(5))

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension Simulation {
  // MARK: - Verbs

  // The most frequent ones; `apply` takes every other stimulus.

  /// Taps the app's icon.
  ///
  /// - Throws: `SimulationError` when the device has no such app, as the other verbs do.
  @discardableResult
  public mutating func launch(_ app: AppIdentifier) throws(SimulationError) -> StimulusOutcome {
    try apply(.launch(app))
  }

  /// Presses a button of the device.
  @discardableResult
  public mutating func press(_ button: DeviceButton) throws(SimulationError) -> StimulusOutcome {
    try apply(.press(button))
  }

  /// Touches a control by its label; without an app, one of the app in front.
  @discardableResult
  public mutating func touch(
    _ control: String, of app: AppIdentifier? = nil
  ) throws(SimulationError) -> StimulusOutcome {
    try apply(.touch(app, control: control))
  }

  /// Lets time pass and everything happen that is due on the way.
  ///
  /// - Throws: `SimulationError` for a negative span, beyond the clock's end, and when an instant
  ///   does not come to an end.
  public mutating func advance(by duration: Duration) throws(SimulationError) {
    try advance(by: TimeSpan(duration))
  }

  // MARK: - Looking

  /// The device's time.
  public var now: VirtualTime { device.now }

  /// The state of an app as the world sees it.
  public func state(of app: AppIdentifier) -> ProcessState { device.state(of: app) }

  /// The messages that an app was sent, in order.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - index: The first record to look at; nil for the beginning of the installation.
  /// - Returns: The messages, whether the app does something about them or not.
  /// - Complexity: O(*n*) in the number of records looked at
  public func messages(to app: AppIdentifier, since index: Int? = nil) -> [Message] {
    history.messages(to: app, since: index)
  }

  /// What happened, in order.
  ///
  /// - Complexity: O(*n*) in the number of records returned
  public func records(since index: Int = 0) -> [Record] { history.records(since: index) }

  /// What the delegate of the app's process exposes under a name; nil without a process, and for a
  /// name that is not exposed.
  public func value(_ name: String, of app: AppIdentifier) -> ScriptValue? {
    (code(of: app) as? any ExposingCode)?.exposedValue(name)
  }

  /// Everything that the delegate of the app's process exposes, by name; nothing without a process.
  public func values(of app: AppIdentifier) -> [String: ScriptValue] {
    guard let code = code(of: app) as? any ExposingCode else { return [:] }
    let names = code.exposedNames.map { ($0, code.exposedValue($0) ?? .nil) }
    return Dictionary(names) { first, _ in first }
  }

  /// The timeline as the command shows it, a line for each record that it shows.
  ///
  /// - Complexity: O(*n*) in the number of records
  public func timeline(since index: Int = 0) -> [String] {
    let names = device.apps.map { device.description(of: $0)?.name ?? "" }
    let renderer = RunRenderer(appNames: names)
    return records(since: index).compactMap { renderer.line($0) }
  }
}
