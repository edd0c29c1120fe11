// A clock without a device controls whatever begins under it, isolated or not, and always in the
// same order.

import Foundation
import Rehearsal
import RehearsalNativeApps
import Synchronization
import TestSupport
import Testing

@MainActor
private final class SearchModel {
  var query = "" { didSet { search() } }
  private(set) var results: [String] = []
  private let clock: any Clock<Duration>
  private var searching: Task<Void, Never>?

  init(clock: any Clock<Duration>) { self.clock = clock }

  private func search() {
    searching?.cancel()
    searching = Task { [query, clock] in
      guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
      results.append(query)
    }
  }
}

/// What happened, in order.
private final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  func append(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

private actor Counter {
  private(set) var order: [Int] = []
  func add(_ number: Int) async {
    await Task.yield()
    order.append(number)
  }
}

@Suite("Tasks under control") struct TaskControlTests {
  @Test @MainActor func aModelIsBegunUnderControl() {
    let clock = VirtualClock()
    let model = SearchModel(clock: clock)
    clock.run { model.query = "a" }
    clock.advance(by: .milliseconds(299))
    clock.run { model.query = "ab" }
    synchronously { clock.advance(by: .milliseconds(299)) }
    #expect(model.results == [])
    synchronously { clock.advance(by: .milliseconds(1)) }
    #expect(model.results == ["ab"])
    #expect(clock.takeProblems() == [])
  }

  @Test @MainActor func aModelIsWaitedFor() async {
    let clock = VirtualClock()
    let model = SearchModel(clock: clock)
    model.query = "a"
    await clock.advance(by: .milliseconds(299))
    #expect(model.results == [])
    model.query = "ab"
    await clock.advance(by: .milliseconds(300))
    #expect(model.results == ["ab"])
  }

  @Test func theMainActorIsMissedElsewhere() async {
    let clock = VirtualClock()
    let ran = Mutex(false)
    clock.task { @MainActor in ran.withLock { $0 = true } }
    synchronously { clock.advance(by: .seconds(1)) }
    #expect(!ran.withLock { $0 })
    #expect(clock.takeProblems().map(\.reason) == [.mainActorNeeded])
    await MainActor.run { clock.advance(by: .zero) }
    #expect(ran.withLock { $0 })
  }

  @Test func whatAThreadResumesIsNoticed() async throws {
    let clock = VirtualClock()
    let continuation = Mutex<UnsafeContinuation<Void, Never>?>(nil)
    clock.task {
      await withUnsafeContinuation { waiting in continuation.withLock { $0 = waiting } }
    }
    synchronously { clock.advance(by: .zero) }
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        continuation.withLock { $0?.resume() }
        done.resume()
      }
    }
    #expect(clock.takeProblems().map(\.reason) == [.resumedFromOutside])
  }

  @Test func tasksThatNeverRestAreStopped() {
    let clock = VirtualClock()
    clock.task { while true { await Task.yield() } }
    clock.advance(by: .seconds(1))
    #expect(clock.takeProblems().map(\.reason) == [.endlessJobs])
  }

  private func synchronously(_ body: () -> Void) { body() }

  /// A thousand tasks of all kinds, actors and streams on one clock.
  private func storm() -> [String] {
    let clock = VirtualClock()
    let trace = Log()
    let counters = (0..<10).map { _ in Counter() }
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    clock.run {
      for number in 0..<250 {
        Task {
          try await clock.sleep(for: .milliseconds(number * 7919 % 101))
          await counters[number % 10].add(number)
          feed.yield(number)
          async let left: Void = clock.sleep(for: .milliseconds(number % 3))
          async let right: Void = clock.sleep(for: .milliseconds(number % 5))
          _ = try await (left, right)
          trace.append("\(number) at \(clock.now)")
        }
      }
      Task.detached {
        for await number in stream { trace.append("heard \(number)") }
      }
      Task {
        await withTaskGroup(of: Int.self) { group in
          for number in 0..<250 {
            group.addTask(priority: number % 2 == 0 ? .high : .low) {
              try? await clock.sleep(for: .milliseconds(number * 31 % 97))
              return number
            }
          }
          for await number in group { trace.append("group \(number)") }
        }
      }
    }
    clock.advance(by: .seconds(10))
    return trace.all
  }

  @Test func aThousandTasksRunInOneOrder() async {
    let rounds = TestTier.rounds(10, thorough: 100)
    let first = storm()
    #expect(first.count == 250 * 3)
    #expect((0..<rounds).allSatisfy { _ in storm() == first })
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<rounds { group.addTask { storm() == first } }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}
