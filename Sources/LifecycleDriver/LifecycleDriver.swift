// Plays lifecycle vectors into code under test: posts notifications into its center, answers its questions
// for the state, moves its clock, and makes it anew for each process. It depends on Foundation alone.

import Foundation

/// What a process sees of the device; code under test gets what it needs of it injected.
@MainActor
public final class LifecycleProcess {
  /// Where the notifications of the device are posted.
  public let notifications: NotificationCenter
  /// The clock, which stands still while nothing of the process runs.
  public let clock: ManualClock
  /// Which process of the app it is, from 1.
  public let number: Int
  /// `active`, `inactive` or `background`.
  public internal(set) var state = "inactive"
  /// Whether protected files can be read.
  public internal(set) var isProtectedDataAvailable = true
  /// The states of the scenes, by their numbers.
  public internal(set) var sceneStates: [Int: String] = [:]

  init(_ notifications: NotificationCenter, _ clock: ManualClock, number: Int) {
    (self.notifications, self.clock, self.number) = (notifications, clock, number)
  }
}

/// What went wrong in a vector, at which step, and what the code had met until then.
public struct LifecycleFailure: Error, CustomStringConvertible {
  /// The vector, and the position of the step in it.
  public let vector: LifecycleVector, step: Int
  /// What went wrong.
  public let message: String

  /// The vector, the step with its rule, what went wrong, what was met before, and how to see it.
  public var description: String {
    let steps = vector.steps ?? []
    let lines = steps.prefix(step + 1).enumerated().map { index, step in
      (index == self.step ? "→ " : "  ") + step.description
    }
    return """
      \(vector.id) “\(vector)”, step \(step + 1) of \(steps.count): \(message)
      \(lines.joined(separator: "\n"))
      to see it: rehearse vectors --script \(vector.id) | rehearse run -
      """
  }
}

/// Plays vectors into code under test.
@MainActor
public final class LifecycleDriver {
  /// Moves time for code that has a clock of its own.
  public typealias Advance = @MainActor (Duration) async -> Void

  private let notifications: NotificationCenter
  private let advance: Advance?

  /// Makes a driver.
  ///
  /// - Parameters:
  ///   - notifications: Where the code under test listens; `.default` for code that can listen nowhere
  ///     else, whose tests then run one after the other.
  ///   - advance: Moves the time of the code under test, where it does not use the process's clock.
  public init(
    notifications: NotificationCenter = NotificationCenter(), advance: Advance? = nil
  ) {
    (self.notifications, self.advance) = (notifications, advance)
  }

  /// Plays a vector.
  ///
  /// - Parameters:
  ///   - vector: The vector.
  ///   - make: Makes the code under test for a process, as the app does at its launch, before the first
  ///     message; what it holds goes with the process.
  ///   - check: Looks at it after each step; what it throws becomes a `LifecycleFailure`.
  /// - Throws: `LifecycleFailure`.
  public func play<Subject>(
    _ vector: LifecycleVector,
    make: @MainActor (LifecycleProcess) throws -> Subject,
    check: @MainActor (Subject, LifecycleStep, LifecycleProcess) async throws -> Void = { _, _, _ in
    }
  ) async throws {
    var running: (process: LifecycleProcess, subject: Subject)?
    var (time, isSuspended) = (0, false)
    let clock = ManualClock()
    for (index, step) in (vector.steps ?? []).enumerated() {
      do {
        if running?.process.number != step.process, step.kind != .end {
          running = nil
          let process = LifecycleProcess(notifications, clock, number: step.process)
          process.take(step)
          // Time that passed before is nobody's.
          clock.move(to: .milliseconds(step.time))
          (time, isSuspended) = (step.time, false)
          running = (process, try make(process))
        }
        guard let (process, subject) = running else { continue }
        // A suspended process sleeps on, and finds the time gone when it runs again.
        if isSuspended {
          clock.move(to: .milliseconds(step.time))
        } else {
          await pass(from: time, to: step.time, on: clock)
        }
        process.take(step)
        send(step, to: subject)
        await settle()
        if isSuspended, step.kind != .end { await pass(from: time, to: step.time, on: clock) }
        (time, isSuspended) = (step.time, step.suspended == true)
        if step.kind == .end {
          running = nil
          clock.dropSleepers()
        }
        try await check(subject, step, process)
      } catch {
        throw LifecycleFailure(vector: vector, step: index, message: "\(error)")
      }
    }
  }

  private func pass(from start: Int, to end: Int, on clock: ManualClock) async {
    await clock.advance(to: .milliseconds(end))
    if end > start { await advance?(.milliseconds(end - start)) }
  }

  /// Lets tasks of the main actor that were just begun come to their first wait.
  private func settle() async { for _ in 0..<ManualClock.yields { await Task.yield() } }

  private func send(_ step: LifecycleStep, to subject: Any) {
    switch step.kind {
    case .notification:
      notifications.post(name: Notification.Name(step.name), object: nil)
    case .delegate, .sceneDelegate:
      #if canImport(UIKit)
        UIKitCalls.send(step, to: subject)
      #endif
    case .viewController, .read, .end: break
    }
  }
}

extension LifecycleProcess {
  fileprivate func take(_ step: LifecycleStep) {
    if let state = step.state { self.state = state }
    isProtectedDataAvailable = step.protectedDataAvailable ?? true
    if let scene = step.scene { sceneStates[scene] = step.sceneState }
  }
}

/// A clock that stands still until it is moved.
public final class ManualClock: Clock, @unchecked Sendable {
  /// A moment: how long ago the device was started.
  public struct Instant: InstantProtocol {
    /// The span since then.
    public let sinceStart: Duration

    /// The moment a span later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    /// The span to a later moment.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Whether the left moment is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.sinceStart < right.sinceStart
    }
  }

  static let yields = 12

  private typealias Sleeper = (
    number: Int, due: Instant, continuation: CheckedContinuation<Void, any Error>
  )

  private let lock = NSLock()
  private var (moment, lastNumber) = (Instant(sinceStart: .zero), 0)
  private var sleepers: [Sleeper] = []

  /// Makes a clock at its beginning.
  public init() {}

  /// The clock's moment.
  public var now: Instant { lock.withLock { moment } }

  /// The clock's steps.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock is moved to a moment.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, or its process ends.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      try await withCheckedThrowingContinuation { continuation in
        let isOver = lock.withLock {
          guard deadline > moment else { return true }
          sleepers.append((number, deadline, continuation))
          return false
        }
        if isOver { continuation.resume() } else if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    take { $0.number == number }?.continuation.resume(throwing: CancellationError())
  }

  private func take(where isMeant: (Sleeper) -> Bool) -> Sleeper? {
    lock.withLock {
      let due = sleepers.filter(isMeant).min { ($0.due, $0.number) < ($1.due, $1.number) }
      sleepers.removeAll { $0.number == due?.number }
      return due
    }
  }

  /// Moves the clock, and wakes each sleeper at its moment.
  func advance(to span: Duration) async {
    let end = Instant(sinceStart: span)
    while let sleeper = take(where: { $0.due <= end }) {
      lock.withLock { moment = max(moment, sleeper.due) }
      sleeper.continuation.resume()
      for _ in 0..<Self.yields { await Task.yield() }
    }
    lock.withLock { moment = max(moment, end) }
  }

  func move(to span: Duration) { lock.withLock { moment = max(moment, Instant(sinceStart: span)) } }

  func dropSleepers() {
    while let sleeper = take(where: { _ in true }) {
      sleeper.continuation.resume(throwing: CancellationError())
    }
  }
}
