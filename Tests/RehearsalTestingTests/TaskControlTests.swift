// Work that nothing controls fails a test at the line that it is about, whatever kind of work it is.

import Foundation
import Rehearsal
import Synchronization
import Testing

@testable import RehearsalDeviceTesting
@testable import RehearsalTesting

#if canImport(XCTest)
  import XCTest
#endif

/// Holds a task up until it is opened, once.
private final class Gate: Sendable {
  private enum State {
    case closed(CheckedContinuation<Void, Never>?)
    case open
  }

  private let state = Mutex(State.closed(nil))

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if case .open = state { return true }
        state = .closed(continuation)
        return false
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let state = state.withLock { state in
      defer { state = .open }
      return state
    }
    guard case .closed(let continuation) = state else { return }
    continuation?.resume()  // opens
  }
}

/// An executor of an actor's own, on a dispatch queue.
private final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "archive")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(on: self.asUnownedSerialExecutor())  // runs
    }
  }
}

private actor Archive {
  nonisolated let executor = QueueExecutor()
  private(set) var count = 0
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func store() { count += 1 }
}

private actor Uploader {
  private(set) var uploaded = 0

  func upload(through gate: Gate) async {
    await gate.pass()
    uploaded += 1
  }
}

@MainActor
private final class UploadDelegate: MainActorApplicationDelegate {
  nonisolated static var controls: [String] { ["Upload"] }
  private let gate: Gate

  init(_ gate: Gate) { self.gate = gate }

  func application(_ application: MainActorApplication, didTouch control: String) {
    Task { await gate.pass() }  // of the app
  }
}

/// Asks the computer for what no device of the simulator's has.
@MainActor
private final class ForeignDelegate: MainActorApplicationDelegate {
  nonisolated static var controls: [String] { ["semaphore", "run loop", "sleep"] }
  /// A center that is none of the process's, as one that a test injects.
  nonisolated static let center = NotificationCenter()
  nonisolated static let name = Notification.Name("posted by a test")

  private nonisolated(unsafe) var observer: (any NSObjectProtocol)?

  init(_ application: MainActorApplication) {
    observer = Self.center.addObserver(
      forName: Self.name, object: nil, queue: nil
    ) { [weak application] _ in
      MainActor.assumeIsolated {
        application?.log("heard")  // asks from outside
      }
    }
  }

  deinit { if let observer { Self.center.removeObserver(observer) } }

  func application(_ application: MainActorApplication, didTouch control: String) {
    DispatchSemaphore(value: 0).wait()
  }
}

/// What a test of work outside of control came to.
private struct Found: Equatable {
  let line: Int
  let text: String

  init(line: Int, text: String) {
    self.line = line
    self.text = text
  }

  init(_ issue: Issue) {
    line = issue.sourceLocation?.line ?? 0
    text = issue.comments.map(\.rawValue).joined()
  }
}

/// The line of this file that ends with a comment; that of the test where lines are not known.
private func line(_ comment: String) throws -> Int {
  #if os(Linux) && compiler(>=6.2)
    let text = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.hasSuffix("  // \(comment)") }) + 1
  #else
    return try #require(Test.current).sourceLocation.line
  #endif
}

@Suite("Work that is not controlled", .serialized, .timeLimit(.minutes(30))) struct TaskControlTests
{
  /// The issues that a test with the trait has.
  private func issues(_ body: @Sendable () async throws -> Void) async throws -> [Found] {
    let test = try #require(Test.current)
    let found = Mutex<[Found]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await ControlledTasksTrait().provideScope(for: test, testCase: nil, performing: body)
    } matching: { issue in
      found.withLock { $0.append(Found(issue)) }
      return true
    }
    return found.withLock { $0 }
  }

  /// Opens a gate on a thread, and waits for it.
  private func openElsewhere(_ gate: Gate) async {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        gate.open()
        done.resume()
      }
    }
  }

  private func runUntilIdle(_ clock: VirtualClock) { clock.advance(by: .zero) }

  @Test func whatAQueueResumesIsFoundAtItsLine() async throws {
    let found = try await issues {
      let (clock, gate) = (VirtualClock(), Gate())
      clock.task { await gate.pass() }
      runUntilIdle(clock)
      await withCheckedContinuation { done in
        DispatchQueue.global().async {
          gate.open()
          done.resume()
        }
      }
    }
    #expect(try found.map(\.line) == [line("opens")])
    #if os(Linux) && compiler(>=6.2)
      #expect(
        found[0].text.hasPrefix("TaskControlTests.swift:\(found[0].line): a task was resumed"))
    #endif
  }

  @Test func whatAThreadResumesIsFoundAtItsLine() async throws {
    let found = try await issues {
      let (clock, gate) = (VirtualClock(), Gate())
      clock.run { _ = Task { await gate.pass() } }
      runUntilIdle(clock)
      await openElsewhere(gate)
      let problems = clock.takeProblems()
      #expect(problems.map(\.reason) == [.resumedFromOutside])
      #if os(Linux) && compiler(>=6.2)
        let line = try line("opens")
        #expect(problems.first?.place?.line == line)
      #endif
    }
    #expect(try found.map(\.line) == [line("opens")])
  }

  @Test func whatATaskOutsideFeedsIsFoundAtItsLine() async throws {
    let found = try await issues {
      let clock = VirtualClock()
      let (stream, feed) = AsyncStream.makeStream(of: Int.self)
      clock.task { for await _ in stream {} }
      runUntilIdle(clock)
      let feeding = Task.detached {
        _ = feed.yield(1)  // feeds
      }
      await feeding.value
    }
    #expect(try found.map(\.line) == [line("feeds")])
  }

  @Test func whoWaitsForATaskOutsideIsFoundWhereItBegan() async throws {
    let found = try await issues {
      let (clock, gate) = (VirtualClock(), Gate())
      let outside = Task.detached { await gate.pass() }
      clock.task { await outside.value }  // waits
      runUntilIdle(clock)
      gate.open()
      // Of all who wait for the task nobody knows who comes first.
      while !Task.isCancelled, clock.takeProblems().isEmpty { await Task.yield() }
    }
    #expect(try found.map(\.line) == [line("waits")])
  }

  @Test("An executor of an actor's own, on a dispatch queue, runs where the queue does")
  func anExecutorOfItsOwn() async throws {
    let found = try await issues {
      let (clock, archive, gate) = (VirtualClock(), Archive(), Gate())
      clock.task {
        await archive.store()
        gate.open()
      }
      runUntilIdle(clock)
      #expect(await archive.count == 1)
    }
    #if canImport(Glibc)
      #expect(found == [])
    #else
      #expect(try found.map(\.line) == [line("runs")])
    #endif
  }

  @Test func whoeverResumesAnActorIsFoundAtItsLine() async throws {
    let found = try await issues {
      let (clock, gate, uploader) = (VirtualClock(), Gate(), Uploader())
      clock.run { _ = Task { await uploader.upload(through: gate) } }
      runUntilIdle(clock)
      await openElsewhere(gate)
    }
    #expect(try found.map(\.line) == [line("opens")])
  }

  @Test func tasksThatNeverRestAreFoundWhereTheyBegan() async throws {
    let found = try await issues {
      let clock = VirtualClock()
      clock.task { while true { await Task.yield() } }  // turns
      runUntilIdle(clock)
    }
    #expect(try found.map(\.line) == [line("turns")])
    #expect(found[0].text.contains("never settle"))
  }

  @Test func theMainActorIsMissedWhereTheTaskBegan() async throws {
    let found = try await issues {
      let clock = VirtualClock()
      clock.task { @MainActor in }  // of the main actor
      runUntilIdle(clock)
    }
    #expect(try found.map(\.line) == [line("of the main actor")])
    #expect(found[0].text.contains("@MainActor"))
  }

  @Test @MainActor func anAppOfADeviceFailsItsTest() async throws {
    let found = try await issues { @MainActor in
      let gate = Gate()
      var device = Simulation()
      let app = try device.install("Uploader") { _ in UploadDelegate(gate) }
      try device.launch(app)
      try device.touch("Upload")
      await openElsewhere(gate)
      try device.advance(by: .seconds(1))
      #expect(device.state(of: app) == .notRunning)
      #if os(Linux) && compiler(>=6.2)
        let crash = "TaskControlTests.swift:\(try line("opens")): a task"
        #expect(device.timeline().contains { $0.contains(crash) })
      #endif
    }
    #expect(try found.map(\.line) == [line("opens")])
  }

  #if canImport(Glibc)
    @Test("A wait that nothing ends is found at its line")
    @MainActor func foreignWork() async throws {
      let found = try await issues { @MainActor in
        var device = Simulation()
        let app = try device.install("Foreign") { ForeignDelegate($0) }
        try device.launch(app)
        try device.touch("semaphore")
        #expect(device.state(of: app) == .notRunning)
      }
      #expect(found.count == 1)
      #expect(found.first?.text.contains("a thread waits for what nothing") == true)
    }
  #endif

  @Test("Whoever asks the system from outside of the process is found at its line")
  @MainActor func outside() async throws {
    let found = try await issues { @MainActor in
      var device = Simulation()
      let app = try device.install("Foreign") { ForeignDelegate($0) }
      try device.launch(app)
      ForeignDelegate.center.post(name: ForeignDelegate.name, object: nil)
      try device.advance(by: .seconds(1))
      try device.press(.home)
      #expect(device.state(of: app) == .notRunning)
    }
    #expect(try found.map(\.line) == [line("asks from outside")])
  }

  @Test func aTestMayFeedAndCancelItsTasks() async throws {
    let found = try await issues {
      let (clock, gate) = (VirtualClock(), Gate())
      let (stream, feed) = AsyncStream.makeStream(of: Int.self)
      let sum = clock.task { await stream.reduce(0, +) }
      let cancelled = clock.task {
        try? await clock.sleep(for: .seconds(1))
        try await Task.sleep(for: .seconds(1))
      }
      clock.task { await gate.pass() }
      runUntilIdle(clock)
      feed.yield(1)
      feed.finish()
      cancelled.cancel()
      gate.open()
      runUntilIdle(clock)
      let heard = try await sum.value
      #expect(heard == 1)
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
    #expect(found == [])
  }
}

#if canImport(XCTest) && !canImport(ObjectiveC)
  /// A test of XCTest, of whose tests it is none.
  private final class Controlled: XCTestCase {
    func openTheGate() {
      controllingTasks {
        let (clock, gate, done) = (VirtualClock(), Gate(), DispatchSemaphore(value: 0))
        clock.task { await gate.pass() }
        clock.advance(by: .zero)
        Thread.detachNewThread {
          gate.open()
          done.signal()
        }
        done.wait()
      }
    }
  }

  private final class Observer: XCTestObservation {
    private(set) var failures: [Found] = []

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile path: String?,
      atLine line: Int
    ) { failures.append(Found(line: line, text: description)) }
  }

  extension ScriptTestCaseTests {
    @Test func aTestOfXCTestFailsAtTheLine() async throws {
      let lines = await Self.onAThread {
        let observer = Observer()
        observer.run(Controlled(name: "openTheGate") { ($0 as? Controlled)?.openTheGate() })
        return observer.failures.map(\.line)
      }
      #expect(try lines == [line("opens")])
    }
  }
#endif
