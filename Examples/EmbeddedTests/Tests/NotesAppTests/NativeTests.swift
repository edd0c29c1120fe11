// The same apps driven from Swift, and the uploader on virtual time.

import NotesApp
import NotesAppHosting
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
    try keepTrace(device.timeline(), of: #function)
  }

  @Test func nothingIsSavedWhileTheUserTypes() throws {
    var device = Simulation()
    let notes = try device.install("Notes") { NotesDelegate(bug: bug) }
    try device.launch(notes)
    for _ in 1...2 {
      try device.touch("Type")
      try device.advance(by: .seconds(5))
    }
    #expect(device.value("isSaved", of: notes) == .boolean(false))
    try keepTrace(device.timeline(), of: #function)
  }

  @Test func thePlayerGoesOnWhereItWas() throws {
    var device = Simulation()
    let player = try device.install("Player", info: playerInfo) { PlayerDelegate(bug: bug) }
    try device.launch(player)
    try device.touch("Play")
    try device.advance(by: .seconds(90))
    try device.touch("Stop")
    try device.forceQuit(player)
    try device.launch(player)
    #expect(device.value("position", of: player) == .integer(90))
    try keepTrace(device.timeline(), of: #function)
  }

  private struct Offline: Error {}

  @Test func uploadsAreTriedLaterAndLater() throws {
    let clock = VirtualClock()
    let attempts = Mutex<[Duration]>([])
    let uploader = Uploader(clock: clock, bug: bug) { _ in
      attempts.withLock { $0.append(clock.now.sinceStart) }
      throw Offline()
    }
    clock.task { try await uploader.upload("note") }
    clock.advance(by: .seconds(60))
    let times = attempts.withLock { $0 }
    #expect(times == [.seconds(0), .seconds(1), .seconds(3), .seconds(7)])
    try keepTrace(times.map { "\($0)" }, of: #function)
  }
}
