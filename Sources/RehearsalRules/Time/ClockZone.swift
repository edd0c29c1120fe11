// The time zones that a device can be in: a name, the offset from universal time, and which rule of
// summer time it follows. A few zones are here by name; any offset can be had as `UTC+5:30`.

/// A time zone.
package struct ClockZone: Hashable, Sendable {
  /// When summer time begins and ends.
  enum SummerTime: Hashable, Sendable {
    case none
    /// From the last Sunday of March to the last of October, at 01:00 universal time.
    case european
    /// From the second Sunday of March to the first of November, at 02:00 local time.
    case american
  }

  /// The zone's name.
  package let name: String
  /// Seconds ahead of universal time, without summer time.
  private let standardOffset: Int64
  private let summerTime: SummerTime

  private init(_ name: String, minutes: Int64, _ summerTime: SummerTime = .none) {
    self.name = name
    standardOffset = minutes * 60
    self.summerTime = summerTime
  }

  /// Universal time.
  package static let universal = ClockZone("UTC", minutes: 0)

  /// The zones that have a name here.
  package static let named: [ClockZone] = [
    universal,
    ClockZone("Europe/London", minutes: 0, .european),
    ClockZone("Europe/Lisbon", minutes: 0, .european),
    ClockZone("Europe/Paris", minutes: 60, .european),
    ClockZone("Europe/Berlin", minutes: 60, .european),
    ClockZone("Europe/Madrid", minutes: 60, .european),
    ClockZone("Europe/Rome", minutes: 60, .european),
    ClockZone("Europe/Athens", minutes: 120, .european),
    ClockZone("Europe/Helsinki", minutes: 120, .european),
    ClockZone("Europe/Moscow", minutes: 180),
    ClockZone("Asia/Dubai", minutes: 240),
    ClockZone("Asia/Kolkata", minutes: 330),
    ClockZone("Asia/Bangkok", minutes: 420),
    ClockZone("Asia/Shanghai", minutes: 480),
    ClockZone("Asia/Tokyo", minutes: 540),
    ClockZone("Australia/Brisbane", minutes: 600),
    ClockZone("America/Sao_Paulo", minutes: -180),
    ClockZone("America/New_York", minutes: -300, .american),
    ClockZone("America/Chicago", minutes: -360, .american),
    ClockZone("America/Denver", minutes: -420, .american),
    ClockZone("America/Phoenix", minutes: -420),
    ClockZone("America/Los_Angeles", minutes: -480, .american),
    ClockZone("Pacific/Honolulu", minutes: -600),
  ]

  /// The zone of a name, or of an offset such as `UTC+2` or `UTC-3:30`; nil for another text.
  package init?(_ text: String) {
    if let zone = Self.named.first(where: { $0.name == text }) {
      self = zone
      return
    }
    guard text.hasPrefix("UTC"), let sign = text.dropFirst(3).first, "+-".contains(sign) else {
      return nil
    }
    let parts = text.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }),
      let hours = Int64(parts[0]), hours <= 14,
      let minutes = parts.count == 2 ? Int64(parts[1]) : 0, minutes < 60
    else { return nil }
    let offset = hours * 60 + minutes
    self.init(text, minutes: sign == "-" ? -offset : offset)
  }

  /// Seconds ahead of universal time at a moment, given in seconds from 1970-01-01 00:00 UTC.
  package func offset(at seconds: Int64) -> Int64 {
    guard let (begin, end) = summer(ofYearAt: seconds), seconds >= begin, seconds < end else {
      return standardOffset
    }
    return standardOffset + 3600
  }

  /// The next beginning or end of summer time after a moment; nil without summer time.
  package func nextChange(after seconds: Int64) -> Int64? {
    guard let (begin, end) = summer(ofYearAt: seconds) else { return nil }
    if seconds < begin { return begin }
    if seconds < end { return end }
    // Half a year later is the next year, whose summer has not begun.
    return summer(ofYearAt: seconds + 183 * 86_400)?.begin
  }

  private func summer(ofYearAt seconds: Int64) -> (begin: Int64, end: Int64)? {
    let year = WallClock.civilDate(day: seconds / 86_400).year
    switch summerTime {
    case .none: return nil
    case .european:
      return (
        Self.sunday(onOrAfter: 25, of: 3, year) * 86_400 + 3600,
        Self.sunday(onOrAfter: 25, of: 10, year) * 86_400 + 3600
      )
    case .american:
      return (
        Self.sunday(onOrAfter: 8, of: 3, year) * 86_400 + 7200 - standardOffset,
        Self.sunday(onOrAfter: 1, of: 11, year) * 86_400 + 3600 - standardOffset
      )
    }
  }

  /// The number of the first Sunday that is not before a day of a month.
  private static func sunday(onOrAfter day: Int64, of month: Int64, _ year: Int64) -> Int64 {
    let number = WallClock.dayNumber(year: year, month: month, day: day)
    // 1970-01-01 was a Thursday, so a Sunday has the remainder 3.
    return number + (10 - number % 7) % 7
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
