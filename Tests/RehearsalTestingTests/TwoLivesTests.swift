// A scenario is played twice, and what of the first life the second one finds is named.

import Foundation
import Rehearsal
import RehearsalNativeApps
import RehearsalTesting
import Synchronization
import Testing

@Suite("State that outlives the app", .serialized)
struct TwoLivesTests {
  private func problems(_ makeKeeper: @escaping @Sendable () -> any Keeper) async throws -> [String]
  {
    var host = ScriptHost()
    try host.install("Notes") { Notes($0, makeKeeper()) }
    let scenario = try #require(
      try ScriptScenario.all(in: "TwoLives/notes.rehearsal", host: host).first)
    return await MainActor.run { scenario.problemsOfTwoLives().map(\.message) }
  }

  @Test("An app that keeps what is its own is alike in both lives")
  func own() async throws {
    #expect(try await problems { OwnKeeper() } == [])
  }

  @Test("A singleton is named by its class and by what leads to it")
  func singleton() async throws {
    let problems = try await problems { Singleton.shared }
    #expect(problems.count == 2)
    #expect(
      problems.first?.hasPrefix(
        "Singleton at delegate.keeper is the same object in the next life of the app") == true)
    #expect(problems.last?.contains("`Notes.count` is 1") == true)
    #expect(problems.last?.contains("`Notes.count` is 2") == true)
  }

  @Test("A static is seen by what comes of it")
  func statics() async throws {
    let problems = try await problems { StaticKeeper() }
    #expect(problems.count == 1)
    #expect(problems.first?.contains("in the second: `Notes.count` is") == true)
  }

  @Test("A file of the computer is seen by what comes of it")
  func files() async throws {
    let path = NSTemporaryDirectory() + "rehearsal-two-lives-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let problems = try await problems { FileKeeper(path: path) }
    #expect(problems.count == 1)
    #expect(
      problems.first?.contains("`Notes.count` is 1; in the second: `Notes.count` is 2") == true)
  }

  @Test("What goes wrong in the first life is told, and no second one is lived")
  func failing() async throws {
    let scenario = try #require(
      try ScriptScenario.all(in: "TwoLives/notes.rehearsal").first)
    let messages = scenario.problemsOfTwoLives().map(\.message)
    #expect(!messages.isEmpty)
    #expect(!messages.contains { $0.contains("outlives") })
  }
}

/// What counts notes somewhere.
private protocol Keeper: AnyObject, Sendable { func add() -> Int }

private final class OwnKeeper: Keeper {
  private let count = Mutex(0)
  func add() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

private final class Singleton: Keeper {
  static let shared = Singleton()
  private let count = Mutex(0)
  func add() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

private final class StaticKeeper: Keeper {
  private static let count = Mutex(0)
  func add() -> Int {
    Self.count.withLock { count in
      count += 1
      return count
    }
  }
}

private final class FileKeeper: Keeper {
  private let path: String
  init(path: String) { self.path = path }

  func add() -> Int {
    let count = (FileManager.default.contents(atPath: path)?.count ?? 0) + 1
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(repeating: 0, count: count))
    return count
  }
}

/// An app that counts notes.
@MainActor
private final class Notes: MainActorApplicationDelegate {
  nonisolated static var controls: [String] { ["Write"] }
  nonisolated static var exposed: Exposed { ["count": { $0.count }] }

  private let keeper: any Keeper
  private var count = 0

  init(_ application: MainActorApplication, _ keeper: any Keeper) { self.keeper = keeper }

  func application(_ application: MainActorApplication, didTouch control: String) {
    count = keeper.add()
  }
}
