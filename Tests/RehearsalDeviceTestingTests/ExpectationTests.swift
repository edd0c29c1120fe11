// Expectations about what comes in time: they let it pass, say what happened, and can fail.

import Foundation
import RehearsalDevice
import Testing

@testable import RehearsalDeviceTesting

@Suite("Expectations while time passes") struct ExpectationTests {
  private struct Saver: ApplicationDelegate {
    static var exposed: Exposed { ["isSaved": { $0.isSaved }, "changes": { $0.changes }] }
    static var asyncExposed: AsyncExposed { ["later": { await $0.shelf.count }] }
    static var controls: [String] { ["Change"] }

    actor Shelf {
      private(set) var count = 0
      func add() { count += 1 }
    }

    let shelf = Shelf()
    var isSaved = true
    var changes = 0

    mutating func application(_ application: inout Application<Self>, didTouch control: String) {
      isSaved = false
      changes += 1
      let (clock, main, shelf) = (application.clock, application.mainThread, shelf)
      application.task {
        try await clock.sleep(for: .seconds(2))
        await shelf.add()
        main { saver, _ in saver.isSaved = true }
      }
    }
  }

  private func device() throws -> (Simulation, AppIdentifier) {
    var device = Simulation()
    let app = try device.install("Saver") { Saver() }
    try device.launch(app)
    try device.touch("Change")
    return (device, app)
  }

  @Test func whatComesIsWaitedFor() async throws {
    var (device, app) = try device()
    #expect(device.value("later", of: app) == .integer(0))
    let isSaved = { (device: Simulation) in device.value("isSaved", of: app) == .boolean(true) }
    try expectNever(&device, during: .milliseconds(1999)) { isSaved($0) }
    try expectEventually(&device, within: .seconds(5)) { isSaved($0) }
    #expect(device.now.sinceStart == .seconds(2))
    #expect(device.value("later", of: app) == .integer(1))
    let shelf = try #require(device.delegate(of: app, as: Saver.self)?.shelf)
    try device.touch("Change")
    try await expectEventually(&device, within: .seconds(5)) { _ in await shelf.count == 2 }
    #expect(device.now.sinceStart == .seconds(4))
    expectValues(of: app, on: device, ["isSaved": true, "changes": 2, "later": 2])
  }

  @Test func whatDoesNotComeIsAnIssue() throws {
    var (device, app) = try device()
    try withKnownIssue {
      try expectEventually(&device, within: .seconds(1), "the draft is saved") {
        $0.value("isSaved", of: app) == .boolean(true)
      }
    } matching: { issue in
      "\(issue)".contains("the draft is saved did not become true within 1.0 seconds; meanwhile:")
    }
    #expect(device.now.sinceStart == .seconds(1))
    try device.press(.home)
    try withKnownIssue {
      try expectNever(&device, during: .seconds(60)) { $0.state(of: app) == .suspended }
    } matching: { issue in
      "\(issue)".contains("the condition became true at") && "\(issue)".contains("suspended")
    }
    withKnownIssue {
      expectValues(of: app, on: device, ["isSaved": false, "changes": 3, "later": 1])
    } matching: { issue in
      "\(issue)".contains("- changes: 3\n") && "\(issue)".contains("+ changes: 1\n")
    }
  }

  @Test func aTraceIsRecordedOnDemand() throws {
    let (device, _) = try device()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("Snapshots/saver.txt")
    let timeline = device.timeline()
    func expect(_ timeline: [String], isRecording: Bool = false) throws -> Bool {
      try TextSnapshot(url: url, isRecording: isRecording).expect(timeline, #_sourceLocation)
    }
    for missing in [timeline, []] {
      try withKnownIssue {
        let isExpected = try expect(missing)
        #expect(!isExpected)
      } matching: {
        "\($0)".contains("there is no saver.txt")
      }
    }
    try withKnownIssue {
      _ = try expect(timeline, isRecording: true)
    } matching: {
      "\($0)".contains("saver.txt was recorded")
    }
    #expect(try expect(timeline))
    try withKnownIssue {
      _ = try expect(timeline.dropLast() + ["another end"])
    } matching: {
      "\($0)".contains("saver.txt differs") && "\($0)".contains("+ another end")
    }
    try expectSnapshot(of: device, named: "saver")
  }
}
