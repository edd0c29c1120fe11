// The suffixes of durations and sizes, each once, with the spellings that people try instead.

/// A unit that touches a number.
package enum NumericSuffix: String, CaseIterable, Sendable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "min"
  case hours = "h"
  case days = "d"
  case kilobytes = "KB"
  case megabytes = "MB"
  case gigabytes = "GB"

  /// What a number with this suffix is.
  package enum Quantity: Sendable {
    /// Nanoseconds.
    case duration
    /// Bytes.
    case size
  }

  /// Whether it makes a duration or a size.
  package var quantity: Quantity {
    switch self {
    case .kilobytes, .megabytes, .gigabytes: .size
    default: .duration
    }
  }

  /// How many nanoseconds or bytes one unit is.
  package var factor: UInt64 {
    switch self {
    case .nanoseconds: 1
    case .microseconds: 1_000
    case .milliseconds: 1_000_000
    case .seconds: 1_000_000_000
    case .minutes: 60_000_000_000
    case .hours: 3_600_000_000_000
    case .days: 86_400_000_000_000
    case .kilobytes: 1 << 10
    case .megabytes: 1 << 20
    case .gigabytes: 1 << 30
    }
  }

  /// The suffix that was meant by a spelling that is none; nil where there is no telling.
  package static func meant(by spelling: String) -> NumericSuffix? {
    let lowered = spelling.lowercased()
    return allCases.first { $0.rawValue.lowercased() == lowered }
      ?? allCases.first { $0.mistakes.contains(lowered) }
  }

  /// Lower-case spellings that people write for it.
  private var mistakes: [String] {
    switch self {
    case .nanoseconds: ["nsec", "nanosecond", "nanoseconds"]
    case .microseconds: ["µs", "μs", "usec", "microsecond", "microseconds"]
    case .milliseconds: ["msec", "millis", "millisecond", "milliseconds"]
    case .seconds: ["sec", "secs", "second", "seconds"]
    case .minutes: ["m", "mins", "minute", "minutes"]
    case .hours: ["hr", "hrs", "hour", "hours"]
    case .days: ["day", "days"]
    case .kilobytes: ["k", "kib", "kilobyte", "kilobytes"]
    case .megabytes: ["mib", "megabyte", "megabytes"]
    case .gigabytes: ["g", "gib", "gigabyte", "gigabytes"]
    }
  }
}
