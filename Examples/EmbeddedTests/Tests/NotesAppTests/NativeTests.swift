// The same apps driven from Swift, and the uploader on virtual time.

import NotesApp
import Rehearsal
import RehearsalTesting
import Synchronization
import Testing

@Suite struct NativeTests {
  @Test func theEditorComesBack() throws {
    var device = Simulation()
    let notes = try device.install("Notes") { NotesDelegate(bug: bug) }
    try device.launch(notes)
    let start = device.records().count
    try device.press(.home)
    expectMessages(notes, on: device, since: start, [.willResignActive, .didEnterBackground])
    try device.advance(by: .seconds(10))
    #expect(device.state(of: notes) == .suspended)
  }

  private struct Offline: Error {}

  @Test func uploadsAreTriedLaterAndLater() {
    let clock = VirtualClock()
    let attempts = Attempts()
    let uploader = Uploader(clock: clock, bug: bug) { _ in
      attempts.add(clock.now.sinceStart)
      throw Offline()
    }
    clock.task { try await uploader.upload("note") }
    clock.advance(by: .seconds(60))
    #expect(attempts.all == [.seconds(0), .seconds(1), .seconds(3), .seconds(7)])
  }

  private final class Attempts: Sendable {
    private let times = Mutex<[Duration]>([])
    func add(_ time: Duration) { times.withLock { $0.append(time) } }
    var all: [Duration] { times.withLock { $0 } }
  }
}
