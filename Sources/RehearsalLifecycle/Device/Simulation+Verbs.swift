// What Swift hosts do to a device most often, as methods: the verbs of the user, and queries of
// what happened. `apply` takes every other stimulus.

extension Simulation {
  // MARK: - Verbs

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

  /// Advances time and everything happen that is due on the way.
  ///
  /// - Throws: `SimulationError` for a negative span, beyond the clock's end, and when an instant
  ///   does not end.
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
  ///   - index: The first record to read; nil for the beginning of the installation.
  /// - Returns: The messages, whether the app does something about them or not.
  /// - Complexity: O(*n*) in the number of records read
  public func messages(to app: AppIdentifier, since index: Int? = nil) -> [Message] {
    history.messages(to: app, since: index)
  }

  /// What happened, in order.
  ///
  /// - Complexity: O(*n*) in the number of records returned
  public func records(since index: Int = 0) -> [Record] { history.records(since: index) }
}
