// Storage and the services of the system, for native apps.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension Application {
  // MARK: - Storage

  /// A value that the app keeps outside its process; nil where the key is missing or the value is
  /// of another type.
  public func stored<Value: ScriptConvertible>(
    _ key: String, in place: StoragePlace = .disk, as type: Value.Type = Value.self
  ) -> Value? {
    device.pointee.value(forKey: key, in: place, of: process.app)
      .flatMap { Value(scriptValue: ScriptValue($0)) }
  }

  /// Keeps a value outside the process, where the next one finds it; nil removes the key.
  ///
  /// - Throws: `CallFault` for what is no plain data and for more than the limit `storage`.
  public func store(
    _ value: (any ScriptConvertible)?, forKey key: String, in place: StoragePlace = .disk
  ) throws(CallFault) {
    var plain: PlainValue?
    if let value {
      guard let converted = PlainValue(value.scriptValue) else { throw .handleNotStorable }
      plain = converted
    }
    try device.pointee.setValue(plain, forKey: key, in: place, of: process.app)
  }

  // MARK: - Background modes

  /// Registers for a request of the background task scheduler, before the launch is finished.
  ///
  /// - Returns: Whether the identifier is listed in the Info.plist.
  /// - Throws: `CallFault.misuse` for what ends the app with an exception on a device.
  @discardableResult
  public func registerBackgroundTask(_ identifier: String) throws(CallFault) -> Bool {
    try device.pointee.registerBackgroundTask(identifier, in: process)
  }

  /// Asks the background task scheduler for a launch.
  ///
  /// - Throws: `CallFault` for a negative delay and a moment beyond the clock.
  @discardableResult
  public func submitBackgroundTask(
    _ identifier: String, after delay: Duration = .zero, kind: TaskRequestKind = .refresh
  ) throws(CallFault) -> SubmissionResult {
    try device.pointee.submitBackgroundTask(
      identifier, after: TimeSpan(delay), kind: kind, in: process)
  }

  /// Says that the app is done with a message that carried a completion.
  ///
  /// - Parameters:
  ///   - completion: The completion, among the message's arguments.
  ///   - result: What came of it, such as `.symbol("newData")`.
  public func complete(_ completion: ScriptValue, with result: ScriptValue = .nil) {
    guard let identifier = completion.completion else { return }
    release(
      device.pointee.complete(identifier, with: PlainValue(result) ?? .none, in: process))
  }

  /// Begins to play audio.
  public func playAudio() { device.pointee.playAudio(in: process) }

  /// Stops playing audio.
  public func stopAudio() { device.pointee.stopAudio(in: process) }
}
