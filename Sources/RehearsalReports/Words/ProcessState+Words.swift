// The states of processes and how they are reached, in words.

import RehearsalLifecycle

extension ProcessState {
  /// The state after "it is".
  package var words: String {
    switch self {
    case .notRunning: "not running"
    case .background: "in the background"
    case .inactive, .active, .suspended, .prewarmed: rawValue
    }
  }

  /// What happened to a process that came into the state from another, after its name or "it".
  func change(from old: ProcessState) -> String {
    switch self {
    case .notRunning: "ended"
    case .suspended: "was suspended"
    case .prewarmed: "was prewarmed"
    case .active, .inactive, .background:
      switch old {
      case .notRunning, .prewarmed: "was launched"
      case .suspended: "was resumed"
      case .active, .inactive, .background:
        self == .background ? "came to the background" : "became \(words)"
      }
    }
  }
}
