// The expectation about the end of a process fails where something is left, and where nothing ended.

import RehearsalDevice
import RehearsalDeviceTesting
import Testing

@Suite("Expectations about memory", .serialized) struct MemoryExpectationTests {
  private final class Cache: Sendable { static let shared = Cache() }

  private struct App: ApplicationDelegate { var cache: Cache? }

  private func expectation(_ cache: Cache?, ends: Bool = true) throws -> Bool {
    var device = Simulation()
    let app = try device.install("App") { App(cache: cache) }
    try device.launch(app)
    return try expectNothingSurvives(the: app, on: &device) { device in
      if ends { try device.apply(.terminate(app)) }
    }
  }

  @Test func aCleanEndPasses() throws { #expect(try expectation(nil)) }

  @Test func whatIsLeftIsAnIssueThatNamesIt() throws {
    try withKnownIssue {
      _ = try expectation(.shared)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Cache at delegate.cache") }
    }
  }

  @Test func aProcessThatDidNotEndIsAnIssue() throws {
    try withKnownIssue {
      _ = try expectation(nil, ends: false)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("did not end") }
    }
  }
}
