// The apps of the tests on one device, with the bug that the environment switches on.

import Foundation
package import NotesApp
package import Rehearsal
import RehearsalNativeApps

/// The bug of this run, if any: `BUG=forgottenTask swift test`.
package let bug = ProcessInfo.processInfo.environment["BUG"].flatMap { KnownBug(rawValue: $0) }

/// What the player's Info.plist says.
package let playerInfo: [InfoKey: ScriptValue] = [.backgroundModes: .list([.symbol("audio")])]

/// The apps that scripts find on the device.
package func apps() throws -> ScriptHost {
  var host = ScriptHost()
  try host.install("Notes") { NotesDelegate(bug: bug) }
  try host.install("Player", info: playerInfo) { PlayerDelegate(bug: bug) }
  try host.install("Uploader") { UploaderDelegate(bug: bug) }
  return host
}
