// Letting time pass until something is so, however long that takes.

extension Simulation {
  /// Advances time until a condition holds; it is checked after everything that happens.
  ///
  /// - Parameters:
  ///   - condition: What is waited for.
  ///   - limit: The longest time; the clock is at its end if the condition does not hold.
  /// - Returns: Whether the condition holds.
  /// - Throws: What the condition throws, and `SimulationError` as `advance(by:)` does.
  @discardableResult
  public mutating func run(
    until condition: (Simulation) throws -> Bool, within limit: Duration = .seconds(86_400)
  ) throws -> Bool {
    let end = try end(of: TimeSpan(limit))
    while try !condition(self) {
      guard try stepOnce(notAfter: end) else {
        try advance(to: end)
        return try condition(self)
      }
    }
    return true
  }

  /// Advances time until a condition holds that has to be waited for, such as one about an actor.
  ///
  /// - Parameters:
  ///   - condition: What is waited for; no virtual time passes while it is found out.
  ///   - limit: The longest time; the clock is at its end if the condition does not hold.
  ///   - isolation: Where the simulation is moved, which is where the caller runs.
  /// - Returns: Whether the condition holds.
  /// - Throws: What the condition throws, and `SimulationError` as `advance(by:)` does.
  @discardableResult
  public mutating func run(
    until condition: (Simulation) async throws -> Bool, within limit: Duration = .seconds(86_400),
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    let end = try end(of: TimeSpan(limit))
    while try await !condition(self) {
      guard try stepOnce(notAfter: end) else {
        try advance(to: end)
        return try await condition(self)
      }
    }
    return true
  }
}
