// Timers that the tests fire.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public final class Timer: @unchecked Sendable {
  public private(set) var isValid = true
  public let timeInterval: Double
  private let repeats: Bool
  private let block: @Sendable (Timer) -> Void

  public init(
    fire date: Date, interval: Double, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
  ) {
    timeInterval = interval
    self.repeats = repeats
    self.block = block
  }

  public func invalidate() { isValid = false }

  /// Called by the tests, as the run loop does when it is due.
  public func fire() {
    guard isValid else { return }
    block(self)
    if !repeats { isValid = false }
  }
}

public final class RunLoop: @unchecked Sendable {
  public struct Mode: Sendable { public static let common = Mode() }

  public static let main = RunLoop()

  private var added: [Timer] = []
  /// The timers that wait; read by the tests.
  public var timers: [Timer] { added.filter(\.isValid) }

  public func add(_ timer: Timer, forMode mode: Mode) { added.append(timer) }
}
