// Runs that were begun and that nobody awaited: a process that ends before them has tested nothing with
// them, and must not say that all is well.

import Foundation
import Synchronization

/// The scenarios that are being run, in this process.
enum UnfinishedRuns {
  private static let names = Mutex<[String]>([])

  /// How many there are.
  static var count: Int { names.withLock(\.count) }

  /// A run begins.
  static func begin(_ name: String) {
    _ = isWatchingTheEnd
    names.withLock { $0.append(name) }
  }

  /// It is over.
  static func end(_ name: String) {
    names.withLock { names in
      if let index = names.firstIndex(of: name) { names.remove(at: index) }
    }
  }

  /// Has the end of the process checked, once; a process that has runs left then fails.
  private static let isWatchingTheEnd: Bool = {
    atexit {
      let left = UnfinishedRuns.names.withLock { $0 }
      guard !left.isEmpty else { return }
      let text = left.map { "error: \($0) is still running: `run()` was not awaited\n" }.joined()
      FileHandle.standardError.write(Data(text.utf8))
      _exit(1)
    }
    return true
  }()
}
