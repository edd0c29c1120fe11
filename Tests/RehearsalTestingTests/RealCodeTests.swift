// The ways in which real code waits, hops and keeps: each happens in virtual time, or is named in the
// test that did it.

import Foundation
import Rehearsal
import RehearsalValues
import Synchronization
import Testing

@testable import RehearsalTesting

/// An app that does one thing in one of the ways of real code.
@MainActor
final class WaysDelegate: MainActorApplicationDelegate {
  nonisolated static var controls: [String] { Way.allCases.map(\.rawValue) }
  nonisolated static var exposed: Exposed { ["done": { $0.done }] }
  nonisolated static let posted = Notification.Name("a notification of the app's own")

  let application: MainActorApplication
  /// What was done, with the moment in milliseconds since the touch.
  private(set) var done: [String] = []
  private var start = VirtualTime.zero
  private var kept: [Any] = []
  private let lock = NSLock()
  private let queue = DispatchQueue(label: "own")

  init(_ application: MainActorApplication) { self.application = application }

  func note(_ text: String = "done") {
    let span = start.duration(to: application.now)
    done.append("\(text) \(span / .milliseconds(1))")
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    start = application.now
    if let way = Way(rawValue: control) { perform(way) }
  }

  private func perform(_ way: Way) {
    switch way {
    case .sleepForDuration, .sleepNanoseconds, .sleepUntil, .detached, .group, .stream,
      .mainActorRun:
      performInTasks(way)
    case .mainAsync, .asyncAfter, .workItem, .mainSync, .operationQueue, .globalToMain,
      .threadToMain, .groupNotify, .sourceTimer, .serialQueue, .concurrentPerform:
      performOnQueues(way)
    case .runLoopPerform, .timer, .repeatingTimer, .timerByInterval, .notificationCenter,
      .observerOnMain, .delayingPublisher:
      performOnTheRunLoop(way)
    case .slowSemaphore, .contendedMutex, .condition, .conditionWithLimit, .operations,
      .threadInALoop:
      performWaiting(way)
    case .isMainThread, .ownQueue, .ownQueueSync, .wrongQueue, .suspendedQueue, .notificationQueue:
      performAsking(way)
    default: performOtherwise(way)
    }
  }

  private func performInTasks(_ way: Way) {
    switch way {
    case .sleepForDuration:
      Task {
        try await Task.sleep(for: .seconds(2))
        note()
      }
    case .sleepNanoseconds:
      Task {
        try await Task.sleep(nanoseconds: 2_000_000_000)
        note()
      }
    case .sleepUntil:
      Task {
        try await Task.sleep(until: .now + .seconds(2), clock: .continuous)
        note()
      }
    case .detached:
      Task.detached {
        try await Task.sleep(for: .seconds(2))
        await self.note()
      }
    case .group:
      Task {
        await withTaskGroup(of: Void.self) { group in
          for span in 1...2 { group.addTask { try? await Task.sleep(for: .seconds(span)) } }
        }
        note()
      }
    case .stream:
      let (stream, feed) = AsyncStream.makeStream(of: Int.self)
      Task { for await value in stream { note("value \(value)") } }
      Task {
        try await Task.sleep(for: .seconds(2))
        feed.yield(1)
      }
    default:
      Task.detached { await MainActor.run { self.note() } }
    }
  }

  private func performOnQueues(_ way: Way) {
    switch way {
    case .mainAsync: DispatchQueue.main.async { self.note() }
    case .asyncAfter: DispatchQueue.main.asyncAfter(deadline: .now() + 2) { self.note() }
    case .workItem:
      let item = DispatchWorkItem { MainActor.assumeIsolated { self.note("never") } }
      DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: item)
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) { self.note() }
      item.cancel()
    case .mainSync:
      DispatchQueue.global().async {
        let count = DispatchQueue.main.sync { MainActor.assumeIsolated { self.done.count } }
        DispatchQueue.main.async { self.note("done \(count)") }
      }
    case .operationQueue:
      OperationQueue.main.addOperation { MainActor.assumeIsolated { self.note() } }
    case .globalToMain:
      DispatchQueue.global(qos: .utility).async {
        Thread.sleep(forTimeInterval: 2)
        DispatchQueue.main.async { self.note() }
      }
    case .threadToMain:
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 2)
        DispatchQueue.main.async { self.note() }
      }
    case .groupNotify:
      let group = DispatchGroup()
      for span in 1...2 {
        DispatchQueue.global().async(group: group) { Thread.sleep(forTimeInterval: Double(span)) }
      }
      group.notify(queue: .main) { MainActor.assumeIsolated { self.note() } }
    case .sourceTimer:
      let source = DispatchSource.makeTimerSource(queue: .main)
      source.schedule(deadline: .now() + 1, repeating: 1)
      source.setEventHandler {
        MainActor.assumeIsolated {
          self.note()
          if self.done.count == 2 { source.cancel() }
        }
      }
      source.resume()
      kept.append(source)
    case .serialQueue:
      queue.async { Thread.sleep(forTimeInterval: 2) }
      queue.async { DispatchQueue.main.async { self.note() } }
    default:
      let count = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 3) { _ in count.withLock { $0 += 1 } }
      note("done \(count.withLock { $0 })")
    }
  }

  private func performOnTheRunLoop(_ way: Way) {
    switch way {
    case .runLoopPerform: RunLoop.main.perform { MainActor.assumeIsolated { self.note() } }
    case .timer:
      kept.append(
        Timer.scheduledTimer(withTimeInterval: 2, repeats: false) { _ in
          MainActor.assumeIsolated { self.note() }
        })
    case .repeatingTimer:
      let timer = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { timer in
        MainActor.assumeIsolated { self.note() }
        if MainActor.assumeIsolated({ self.done.count == 2 }) { timer.invalidate() }
      }
      RunLoop.main.add(timer, forMode: .common)
    case .timerByInterval:
      let timer = Timer(timeInterval: 2, repeats: true) { _ in
        MainActor.assumeIsolated { self.note() }
      }
      RunLoop.main.add(timer, forMode: .common)
      kept.append(timer)
    case .observerOnMain:
      kept.append(
        NotificationCenter.default.addObserver(forName: Self.posted, object: nil, queue: .main) {
          _ in MainActor.assumeIsolated { self.note() }
        })
      NotificationCenter.default.post(name: Self.posted, object: nil)
      note("after")
    case .notificationCenter:
      kept.append(
        NotificationCenter.default.addObserver(forName: Self.posted, object: nil, queue: nil) { _ in
          MainActor.assumeIsolated { self.note() }
        })
      NotificationCenter.default.post(name: Self.posted, object: nil)
    default:
      let publisher = DelayingPublisher()
      publisher.subscribe { value in MainActor.assumeIsolated { self.note("value \(value)") } }
      publisher.send(1)
      kept.append(publisher)
    }
  }

  /// What the main thread waits for takes its time, and comes.
  private func performWaiting(_ way: Way) {
    switch way {
    case .slowSemaphore:
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        Thread.sleep(forTimeInterval: 1)
        semaphore.signal()
      }
      semaphore.wait()
    case .contendedMutex:
      let mutex = Mutex(0)
      DispatchQueue.global().async {
        mutex.withLock { count in
          Thread.sleep(forTimeInterval: 1)
          count += 1
        }
      }
      Thread.sleep(forTimeInterval: 0.5)
      mutex.withLock { $0 += 1 }
    case .condition:
      let condition = NSCondition()
      let isThere = Mutex(false)
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 1)
        condition.lock()
        isThere.withLock { $0 = true }
        condition.signal()
        condition.unlock()
      }
      condition.lock()
      while !isThere.withLock({ $0 }) { condition.wait() }
      condition.unlock()
    case .conditionWithLimit:
      let condition = NSCondition()
      condition.lock()
      let isMet = condition.wait(until: Date().addingTimeInterval(1))
      condition.unlock()
      if isMet { note("met") }
    case .operations:
      let operations = OperationQueue()
      for _ in 1...2 { operations.addOperation { Thread.sleep(forTimeInterval: 1) } }
      operations.waitUntilAllOperationsAreFinished()
    default:
      let thread = Thread { Thread.sleep(forTimeInterval: 1) }
      thread.start()
      while !thread.isFinished { usleep(100_000) }
    }
    DispatchQueue.main.async { self.note() }
  }

  private func performAsking(_ way: Way) {
    switch way {
    case .isMainThread:
      let isMain = Thread.isMainThread
      DispatchQueue.global().async {
        let isMainThere = Thread.isMainThread
        DispatchQueue.main.async { self.note("\(isMain) \(isMainThere) \(Thread.isMainThread)") }
      }
    case .ownQueue:
      let key = DispatchSpecificKey<Int>()
      queue.setSpecific(key: key, value: 7)
      queue.async { [queue] in
        dispatchPrecondition(condition: .onQueue(queue))
        dispatchPrecondition(condition: .notOnQueue(.main))
        let value = DispatchQueue.getSpecific(key: key) ?? 0
        DispatchQueue.main.async { self.note("value \(value)") }
      }
    case .ownQueueSync:
      let values = Mutex<[Int]>([])
      queue.async { values.withLock { $0.append(1) } }
      queue.sync { values.withLock { $0.append(2) } }
      note("\(values.withLock { $0 })")
    case .suspendedQueue: queue.suspend()
    case .notificationQueue:
      NotificationQueue.default.enqueue(Notification(name: Self.posted), postingStyle: .whenIdle)
    default: dispatchPrecondition(condition: .onQueue(queue))
    }
  }

  private func performOtherwise(_ way: Way) {
    switch way {
    case .semaphore:
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { semaphore.signal() }
      semaphore.wait()
      note()
    case .semaphoreForEver:
      DispatchSemaphore(value: 0).wait()
    case .semaphoreWithLimit:
      let outcome = DispatchSemaphore(value: 0).wait(timeout: .now() + 2)
      note("done \(outcome == .timedOut)")
    case .mainSyncOnMain: DispatchQueue.main.sync { MainActor.assumeIsolated { self.note() } }
    case .defaults: UserDefaults.standard.set(1, forKey: "rehearsal.real-code")
    case .file:
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("rehearsal-real-code")
      try? Data([1]).write(to: url)
    case .date:
      let before = Date()
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
        self.note("\(Int(before.timeIntervalSince1970)) \(Date().timeIntervalSince(before))")
      }
    case .uuid: note(UUID().uuidString)
    case .foreignQueue:
      Task {
        let value = await withCheckedContinuation { continuation in
          self.queue.async { continuation.resume(returning: 1) }
        }
        note("value \(value)")
      }
    case .lockOverAwait:
      for _ in 1...2 {
        Task {
          lockIt()
          try? await Task.sleep(for: .seconds(1))
          unlockIt()
        }
      }
    case .threadSleep:
      Thread.sleep(forTimeInterval: 0.25)
      DispatchQueue.main.async { self.note() }
    default: application.crash("for a reason")
    }
  }

  private func lockIt() { lock.lock() }
  private func unlockIt() { lock.unlock() }
}

/// A publisher as people write them: it delivers what it is sent two seconds later.
private final class DelayingPublisher: Sendable {
  private let receivers = Mutex<[@Sendable (Int) -> Void]>([])

  func subscribe(_ receiver: @escaping @Sendable (Int) -> Void) {
    receivers.withLock { $0.append(receiver) }
  }

  func send(_ value: Int) {
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(2)) {
      for receiver in self.receivers.withLock({ $0 }) { receiver(value) }
    }
  }
}

/// A way of real code.
enum Way: String, CaseIterable, Sendable {
  case sleepForDuration, sleepNanoseconds, sleepUntil, detached, group, stream, mainActorRun
  case mainAsync, asyncAfter, workItem, mainSync, operationQueue, globalToMain, threadToMain
  case groupNotify, sourceTimer, serialQueue, concurrentPerform
  case runLoopPerform, timer, repeatingTimer, notificationCenter, delayingPublisher
  case semaphore, semaphoreForEver, semaphoreWithLimit, mainSyncOnMain, defaults, file, date, uuid
  case foreignQueue, lockOverAwait, threadSleep, crash
  case timerByInterval, observerOnMain, slowSemaphore, condition, conditionWithLimit, operations
  case threadInALoop, isMainThread, ownQueue, ownQueueSync, wrongQueue
  case suspendedQueue, notificationQueue, contendedMutex
}

@Suite("The ways of real code", .timeLimit(.minutes(30))) struct RealCodeTests {
  /// Plays a scenario that touches the control of a way and then reads what was done, or nothing.
  @MainActor
  private func play(_ way: Way, reads: Bool = true) throws -> (ScriptScenario.Outcome, [String]) {
    var host = ScriptHost()
    try host.install("Ways") { WaysDelegate($0) }
    let text = """
      scenario "a way" {
          launch Ways
          advance 1s
          touch "\(way.rawValue)"
          advance 5s
          expect now == 6s
      \(reads ? "    print(Ways.done)" : "")
      }
      """
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ways-\(way.rawValue)-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try text.write(
      to: folder.appendingPathComponent("way.rehearsal"), atomically: true, encoding: .utf8)
    let scenario = try #require(try ScriptScenario.all(in: folder.path, host: host).first)
    let outcome = scenario.outcome()
    return (outcome, outcome.timeline.filter { $0.contains("[\"") || $0.contains("[]") })
  }

  #if canImport(Glibc)
    @Test(
      "Passes in virtual time",
      arguments: [
        (Way.sleepForDuration, "done 2000.0"), (.sleepNanoseconds, "done 2000.0"),
        (.sleepUntil, "done 2000.0"), (.detached, "done 2000.0"), (.group, "done 2000.0"),
        (.stream, "value 1 2000.0"), (.mainActorRun, "done 0.0"), (.mainAsync, "done 0.0"),
        (.asyncAfter, "done 2000.0"), (.workItem, "[\"done 2000.0\"]"), (.mainSync, "done 0 0.0"),
        (.operationQueue, "done 0.0"), (.globalToMain, "done 2000.0"),
        (.threadToMain, "done 2000.0"), (.groupNotify, "done 2000.0"),
        (.sourceTimer, "[\"done 1000.0\", \"done 2000.0\"]"), (.serialQueue, "done 2000.0"),
        (.concurrentPerform, "done 3 0.0"), (.runLoopPerform, "done 0.0"),
        (.timer, "done 2000.0"), (.repeatingTimer, "[\"done 500.0\", \"done 1000.0\"]"),
        (.notificationCenter, "done 0.0"), (.delayingPublisher, "value 1 2000.0"),
        (.semaphore, "done 0.0"), (.semaphoreWithLimit, "done true"),
        (.foreignQueue, "value 1 0.0"), (.date, "1767258001 2.0 2000.0"),
        (.threadSleep, "done 250.0"),
        (.timerByInterval, "[\"done 2000.0\", \"done 4000.0\"]"),
        (.observerOnMain, "[\"done 0.0\", \"after 0.0\"]"), (.slowSemaphore, "done 1000.0"),
        (.contendedMutex, "done 1000.0"),
        (.condition, "done 1000.0"), (.conditionWithLimit, "[\"done 1000.0\"]"),
        (.operations, "done 2000.0"), (.threadInALoop, "done 1000.0"),
        (.isMainThread, "true false true 0.0"), (.ownQueue, "value 7 0.0"),
        (.ownQueueSync, "[1, 2] 0.0"),
      ])
    @MainActor func passes(_ way: Way, _ words: String) throws {
      let (outcome, lines) = try play(way)
      #expect(outcome.problems.map(\.message) == [])
      #expect(outcome.warnings.map(\.message) == [])
      #expect(lines.count == 1 && lines.first?.contains(words) == true, "\(lines)")
    }

    @Test("An identifier by chance is the same each time")
    @MainActor func chance() throws {
      let (first, second) = (try play(.uuid).1, try play(.uuid).1)
      #expect(first == second && first.count == 1)
    }

    @Test(
      "Fails with the reason, whether or not the app is read afterwards",
      arguments: [
        (Way.semaphoreForEver, "a thread waits for what nothing"),
        (.mainSyncOnMain, "`DispatchQueue.main.sync` was called on the main thread"),
        (.lockOverAwait, "a lock is waited for"),
        (.wrongQueue, "`dispatchPrecondition` does not hold"),
        (.suspendedQueue, "a dispatch queue is suspended"),
        (.notificationQueue, "a run loop of the computer is observed"),
      ], [true, false])
    @MainActor func fails(_ way: (Way, String), _ reads: Bool) throws {
      let (outcome, _) = try play(way.0, reads: reads)
      let problem = try #require(outcome.problems.first)
      #expect(problem.message.contains("Ways crashed: ") && problem.message.contains(way.1))
      #expect(problem.place.position.line == 4 || way.0 == .lockOverAwait)
    }

    @Test(
      "State of the computer is a warning",
      arguments: [
        (Way.defaults, "`UserDefaults.standard` is that of the program"),
        (.file, "a file of the computer's is written"),
      ])
    @MainActor func warns(_ way: Way, _ words: String) throws {
      let (outcome, _) = try play(way)
      #expect(outcome.problems.map(\.message) == [])
      #expect(outcome.warnings.contains { $0.message.contains(words) })
    }
  #endif

  @Test("A crash fails the scenario, whatever is read afterwards", arguments: [true, false])
  @MainActor func crashes(_ reads: Bool) throws {
    let (outcome, _) = try play(.crash, reads: reads)
    let problem = try #require(outcome.problems.first)
    #expect(problem.message.contains("Ways crashed: for a reason"))
    #expect(problem.place.position.line == 4)
    #expect(outcome.problems.dropFirst().allSatisfy { $0.message.contains("for a reason") })
  }
}
