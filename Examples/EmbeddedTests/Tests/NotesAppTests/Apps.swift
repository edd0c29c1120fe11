// The apps of the tests on one device, with the bug that the environment switches on.

import Foundation
import NotesApp
import Rehearsal

/// The bug of this run, if any: `BUG=forgottenTask swift test`.
let bug = ProcessInfo.processInfo.environment["BUG"].flatMap { KnownBug(rawValue: $0) }

/// The apps that scripts find on the device.
func apps() throws -> ScriptHost {
  var host = ScriptHost()
  try host.install("Notes") { NotesDelegate(bug: bug) }
  try host.install("Player", info: [.backgroundModes: .list([.symbol("audio")])]) {
    PlayerDelegate(bug: bug)
  }
  return host
}
