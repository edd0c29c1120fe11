// Storms and explorations of apps in Swift whose code cannot be copied: a structure that starts tasks, and
// objects of the main actor.

import Rehearsal
import RehearsalExplorationTesting
import RehearsalNativeApps
import RehearsalTesting
import Testing

@Suite("Storms and explorations by replay")
struct ReplayedAppTests {
  private func host(_ mistakes: Set<Mistake> = []) throws -> ScriptHost {
    var host = ScriptHost()
    try host.install("Notes") { Notes() }
    try host.install("Timers") { Timers($0, mistakes) }
    return host
  }

  private func problems(of mistakes: Set<Mistake> = []) async throws -> [String] {
    let host = try host(mistakes)
    var messages: [String] = []
    for storm in try ScriptStorm.all(in: "Replay/everyday.rehearsal", host: host) {
      messages += await MainActor.run { storm.problems() }.map {
        "\(storm.testDescription): \($0.message)"
      }
    }
    return messages
  }

  @Test(
    "A structure with tasks and an app of the main actor hold up: nothing is found that is not so")
  func nothingIsFound() async throws { #expect(try await problems() == []) }

  @Test("A mistake of an app of the main actor is found", arguments: Mistake.allCases)
  fileprivate func mistakes(_ mistake: Mistake) async throws {
    let found = try await problems(of: [mistake])
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.contains("Timers") })
  }

  @Test("An exploration plays both again for each path, on the main actor, and says so")
  func explorations() async throws {
    let explorations = try ScriptExploration.all(in: "Replay/explored.rehearsal", host: host())
    let found = await explorations[0].problems().map(\.message)
    #expect(found == [])
    let broken = try ScriptExploration.all(
      in: "Replay/explored.rehearsal", host: host([.forgottenText]))
    #expect(await broken[0].problems().map(\.message).first?.contains("does not hold") == true)
  }

  @Test("Around the scenarios nothing is found that is not so, and a mistake is")
  func aroundScenarios() async throws {
    func found(_ mistakes: Set<Mistake>) async throws -> [String] {
      var messages: [String] = []
      for exploration in try ScriptExploration.all(
        in: "Replay/everyday.rehearsal", aroundScenarios: true, host: host(mistakes))
      { messages += await exploration.problems().map(\.message) }
      return messages
    }
    #expect(try await found([]) == [])
    let messages = try await found([.secondObserver])
    #expect(messages.contains { $0.contains("Timers’s observers is 1") }, "\(messages)")
  }

  @Test("A search ends after its time, which proves nothing")
  func time() async throws {
    let explorations = try ScriptExploration.all(
      in: "Replay/explored.rehearsal", time: .zero, host: host())
    let messages = await explorations[0].problems().map(\.message)
    #expect(messages.first?.hasPrefix("BOUND HIT: time") == true)
  }
}

/// A mistake of the app of the main actor.
private enum Mistake: CaseIterable { case secondTimer, forgottenText, secondObserver }

/// A structure that saves by a task.
private struct Notes: ApplicationDelegate {
  static var controls: [String] { ["Type"] }
  static var exposed: Exposed { ["text": { $0.text }] }

  private var text = ""

  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    text = application.stored("text") ?? ""
    return true
  }

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    text += "x"
    save(&application, after: .seconds(2))
  }

  mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
    save(&application, after: .zero)
  }

  private func save(_ application: inout Application<Self>, after delay: Duration) {
    let (clock, mainThread) = (application.clock, application.mainThread)
    application.task {
      try await clock.sleep(for: delay)
      mainThread { notes, application in try? application.store(notes.text, forKey: "text") }
    }
  }
}

/// An app of the main actor with a timer on a clock, and a text that is saved when it leaves the screen.
@MainActor
private final class Timers: MainActorApplicationDelegate {
  nonisolated static var controls: [String] { ["Write"] }
  nonisolated static var exposed: Exposed { ["written": { $0.written }] }

  private let application: MainActorApplication
  private let mistakes: Set<Mistake>
  private var written: String
  private var ticking: Task<Void, any Error>?
  private var isObserving = false

  init(_ application: MainActorApplication, _ mistakes: Set<Mistake>) {
    self.application = application
    self.mistakes = mistakes
    written = application.stored("written") ?? ""
  }

  func applicationDidBecomeActive(_ application: MainActorApplication) {
    if !isObserving || mistakes.contains(.secondObserver) {
      application.addObserver(for: .didReceiveMemoryWarning) { _ in }
      isObserving = true
    }
    guard ticking == nil || mistakes.contains(.secondTimer) else { return }
    ticking = Task { while true { try await application.clock.sleep(for: .seconds(10)) } }
  }

  func applicationDidEnterBackground(_ application: MainActorApplication) {
    ticking?.cancel()
    ticking = nil
    guard !mistakes.contains(.forgottenText) else { return }
    try? application.store(written, forKey: "written")
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    written += "x"
  }
}
