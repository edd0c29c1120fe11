// A moment of the device's clock: nanoseconds since the device was made. The clock begins at zero,
// never goes back, and ends before `never`, so that a deadline saturated to `never` is not reached.

/// A moment on a device's clock, in whole nanoseconds since the device was made.
public struct VirtualTime: Hashable, Sendable {
  /// Nanoseconds since the device was made; never negative.
  @usableFromInline package let nanoseconds: Int64

  @inlinable package init(unchecked nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The moment that many nanoseconds after the device was made; nil for a negative count.
  @inlinable package init?(nanoseconds: Int64) {
    guard nanoseconds >= 0 else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// The moment the device was made.
  @inlinable package static var zero: VirtualTime { VirtualTime(unchecked: 0) }

  /// The moment that the clock does not reach.
  @inlinable package static var never: VirtualTime { VirtualTime(unchecked: .max) }

  /// The moment a span later (or earlier, for a negative one).
  ///
  /// - Throws: `ClockOverflow` when that is before the device was made or beyond its clock.
  @inlinable package func adding(_ span: TimeSpan) throws(ClockOverflow) -> VirtualTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(span.nanoseconds)
    guard !overflow, sum >= 0, sum < Int64.max else { throw ClockOverflow() }
    return VirtualTime(unchecked: sum)
  }

  /// The moment a span later, held between `zero` and `never`.
  @inlinable package func after(_ span: TimeSpan) -> VirtualTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(span.nanoseconds)
    if overflow { return span.nanoseconds < 0 ? .zero : .never }
    return VirtualTime(unchecked: max(0, sum))
  }

  /// The span from an earlier moment to this one; negative when that moment is later.
  @inlinable package func span(since earlier: VirtualTime) -> TimeSpan {
    // Both are in 0...Int64.max, so the difference fits.
    TimeSpan(nanoseconds: nanoseconds - earlier.nanoseconds)
  }

  /// The span since the device was made.
  @inlinable package var spanSinceStart: TimeSpan { TimeSpan(nanoseconds: nanoseconds) }
}

extension VirtualTime: InstantProtocol {
  /// The time since the device, or the clock, was made.
  @inlinable public var sinceStart: Duration { Duration(spanSinceStart) }

  /// The moment a duration later, held between the beginning and the end of the clock.
  @inlinable public func advanced(by duration: Duration) -> VirtualTime {
    after(TimeSpan(duration))
  }

  /// The duration to another moment; negative when that is earlier.
  @inlinable public func duration(to other: VirtualTime) -> Duration {
    Duration(other.span(since: self))
  }

  /// Whether the left moment is the earlier one.
  @inlinable public static func < (left: VirtualTime, right: VirtualTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension VirtualTime: CustomStringConvertible {
  /// The moment as the span since the device was made, such as `12.5s`.
  @inlinable public var description: String { spanSinceStart.description }
}
