// A length of virtual time, the one span type of the device: whole nanoseconds in 64 bits.
// Sums are checked; where the device itself adds a limit to the clock it saturates instead,
// because a moment beyond the end of the clock is a moment that never comes.

/// A length of virtual time in whole nanoseconds, which may be negative.
@usableFromInline package struct TimeSpan: Hashable, Sendable {
  /// The length in nanoseconds.
  @usableFromInline package let nanoseconds: Int64

  /// Makes a span of that many nanoseconds.
  @inlinable package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The empty span.
  @inlinable package static var zero: TimeSpan { TimeSpan(nanoseconds: 0) }

  /// A span of whole nanoseconds.
  @inlinable package static func nanoseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: count)
  }

  /// A span of whole milliseconds; beyond 64 bits of nanoseconds it stays at the longest span.
  package static func milliseconds(_ count: Int64) -> TimeSpan { scaled(count, by: 1_000_000) }

  /// A span of whole seconds; beyond 64 bits of nanoseconds it stays at the longest span.
  package static func seconds(_ count: Int64) -> TimeSpan { scaled(count, by: 1_000_000_000) }

  /// A span of whole minutes; beyond 64 bits of nanoseconds it stays at the longest span.
  package static func minutes(_ count: Int64) -> TimeSpan { scaled(count, by: 60_000_000_000) }

  /// A span of whole hours; beyond 64 bits of nanoseconds it stays at the longest span.
  package static func hours(_ count: Int64) -> TimeSpan { scaled(count, by: 3_600_000_000_000) }

  private static func scaled(_ count: Int64, by unit: Int64) -> TimeSpan {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    guard overflow else { return TimeSpan(nanoseconds: product) }
    return TimeSpan(nanoseconds: count < 0 ? .min : .max)
  }

  /// The sum of two spans.
  ///
  /// - Throws: `ClockOverflow` when the sum does not fit 64 bits of nanoseconds.
  @inlinable package func adding(_ other: TimeSpan) throws(ClockOverflow) -> TimeSpan {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(other.nanoseconds)
    guard !overflow else { throw ClockOverflow() }
    return TimeSpan(nanoseconds: sum)
  }

  /// The difference of two spans, held at the longest (or most negative) span.
  @inlinable package func saturatingSubtracting(_ other: TimeSpan) -> TimeSpan {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    guard overflow else { return TimeSpan(nanoseconds: difference) }
    return TimeSpan(nanoseconds: other.nanoseconds < 0 ? .max : .min)
  }
}

extension TimeSpan: Comparable {
  /// Whether the left span is the shorter one.
  @inlinable package static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The span in the largest unit of s, ms, us and ns that suits it, such as `90s` or `1.5s`.
  @usableFromInline package var description: String {
    let magnitude = nanoseconds.magnitude
    let sign = nanoseconds < 0 ? "-" : ""
    if magnitude == 0 { return "0s" }
    if magnitude >= 1_000_000_000 { return sign + Self.secondsText(magnitude) + "s" }
    if magnitude % 1_000_000 == 0 { return "\(sign)\(magnitude / 1_000_000)ms" }
    if magnitude % 1_000 == 0 { return "\(sign)\(magnitude / 1_000)us" }
    return "\(sign)\(magnitude)ns"
  }

  private static func secondsText(_ magnitude: UInt64) -> String {
    let whole = String(magnitude / 1_000_000_000)
    let rest = magnitude % 1_000_000_000
    guard rest > 0 else { return whole }
    let digits = String(rest)
    var fraction = String(repeating: "0", count: 9 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return whole + "." + fraction
  }
}

extension TimeSpan {
  /// The span of a Swift duration, its fractions of a nanosecond dropped; one that is too long is
  /// held at the longest span.
  @usableFromInline package init(_ duration: Duration) {
    self.init(nanoseconds: duration.wholeNanoseconds)
  }
}

extension Duration {
  /// The Swift duration of a span of virtual time.
  @usableFromInline package init(_ span: TimeSpan) { self = .nanoseconds(span.nanoseconds) }
}

/// The result of a sum of times does not fit the clock.
@usableFromInline package struct ClockOverflow: Error, Hashable, Sendable {
  /// Makes the error.
  @inlinable package init() {}
}
