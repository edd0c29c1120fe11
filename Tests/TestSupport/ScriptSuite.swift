// The scripts of the repository that tests play: the examples and the suite.

import Foundation
import Rehearsal
import RehearsalFiles

/// The scripts of the suite and of the tour of examples.
package enum ScriptSuite {
  /// Their paths, in order.
  package static let scripts: [String] = {
    let folders = ["Examples", "Tests/Scripts"].map { Repository.url(of: $0).path }
    // Those of embedders, in packages of their own, run with their own apps.
    return (try? ScriptFile.search(folders).files) ?? []
  }()

  /// Lower than the defaults, so that scripts that never end do so soon in a debug build.
  package static let limits: RunLimits = {
    var limits = RunLimits()
    limits.outside.instructions = 20_000_000
    limits.app.instructions = 5_000_000
    limits.outside.heapBytes = 32 << 20
    limits.outputBytes = 8 << 20
    limits.events = 400_000
    return limits
  }()
}
