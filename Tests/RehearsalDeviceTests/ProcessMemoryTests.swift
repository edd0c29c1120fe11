// What is left of a native process in memory is found by its class and the way to it; what belongs to
// the platform, and what an ended task holds, is nobody's fault.

import LifecycleServices
import RehearsalDevice
import Synchronization
import Testing

@MainActor
private final class Cache {
  static let shared = Cache()
  var texts: [String] = []
}

/// A global that closures are handed to, as to a notification center of the app's own.
@MainActor
private var handlers: [@MainActor () -> Void] = []

@MainActor
private final class Part {
  var cache: Cache?
  var parts: [String: [Part]] = [:]
}

private enum Habit {
  case tidy, singleton, registers, sleeps, uploads
  case shares(Cache)
}

@MainActor
private final class LeakyDelegate: MainActorApplicationDelegate {
  let model = Part()

  init(_ application: MainActorApplication, _ habit: Habit) {
    let part = Part()
    model.parts["list"] = [part]
    switch habit {
    case .tidy: part.cache = Cache()
    case .singleton: part.cache = .shared
    case .shares(let cache): part.cache = cache
    case .uploads:
      part.cache = Cache()
      Task {
        try await application.upload([], to: "https://a.example")
        model.parts = [:]
      }
    case .registers: handlers.append { part.cache = nil }
    case .sleeps:
      part.cache = Cache()
      Task {
        try await application.clock.sleep(for: .seconds(60))
        model.parts = [:]
      }
    }
  }
}

/// A delegate that is a value, with an object that only a closure of the test's holds on to.
private struct ValueDelegate: ApplicationDelegate {
  final class Box: Sendable {}
  let box: Box
}

@MainActor
@Suite("The memory of a process", .serialized) struct ProcessMemoryTests {
  private func survivors(_ habit: Habit, relaunches: Bool) throws -> [String] {
    var device = Simulation()
    let app = try device.install("App") { LeakyDelegate($0, habit) }
    try device.launch(app)
    let memory = try #require(device.memory(of: app))
    #expect(memory.survivors(on: device).isEmpty, "the process lives")
    try device.apply(.terminate(app))
    if relaunches { try device.launch(app) }
    return memory.survivors(on: device).map(\.description)
  }

  @Test(arguments: [false, true]) func ofATidyProcessNothingIsLeft(relaunches: Bool) throws {
    #expect(try survivors(.tidy, relaunches: relaunches) == [])
  }

  @Test func aSingletonIsNamedWithTheWayToIt() throws {
    let path = "delegate.model.parts[0].value[0].cache"
    #expect(try survivors(.singleton, relaunches: false) == ["Cache at \(path)"])
    #expect(
      try survivors(.singleton, relaunches: true)
        == ["Cache at \(path), and the next process has it"])
  }

  @Test func whatAClosureCapturedIsNamedOnceWithAllBelow() throws {
    defer { handlers = [] }
    let path = "delegate.model.parts[0].value[0]"
    #expect(try survivors(.registers, relaunches: true) == ["Part at \(path)"])
  }

  @Test func whatTheFactoryHandsToEveryProcessIsNamed() throws {
    let found = try survivors(.shares(Cache()), relaunches: true)
    #expect(found.first?.hasSuffix("and the next process has it") == true && found.count == 1)
  }

  @Test func whatAnEndedTaskHoldsIsNobodysFault() throws {
    #expect(try survivors(.sleeps, relaunches: true) == [])
    #expect(try survivors(.uploads, relaunches: true) == [])
  }

  @Test func anObjectOfAValueIsSeen() throws {
    let boxes = Mutex<[ValueDelegate.Box]>([])
    var device = Simulation()
    let app = try device.install("App") {
      let box = ValueDelegate.Box()
      boxes.withLock { $0.append(box) }
      return ValueDelegate(box: box)
    }
    #expect(device.memory(of: app) == nil)
    try device.launch(app)
    let memory = try #require(device.memory(of: app))
    #expect(memory.count == 1)
    #expect(memory.survivors(on: device).isEmpty, "the process lives")
    try device.apply(.terminate(app))
    #expect(memory.survivors(on: device).map(\.description) == ["Box at delegate.box"])
    boxes.withLock { $0 = [] }
    #expect(memory.survivors(on: device).isEmpty)
  }
}
