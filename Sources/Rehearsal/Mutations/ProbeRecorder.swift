// What probes of a running script have told since one last asked.

import Synchronization

/// The numbers of the probes that were met.
final class ProbeRecorder: Sendable {
  private let numbers = Mutex<Set<Int>>([])

  /// Notes that a probe was met.
  func note(_ number: Int) { numbers.withLock { _ = $0.insert(number) } }

  /// The numbers since they were last taken.
  func take() -> Set<Int> {
    numbers.withLock { numbers in
      defer { numbers.removeAll(keepingCapacity: true) }
      return numbers
    }
  }
}
