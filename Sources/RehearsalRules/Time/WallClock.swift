// The wall clock of the simulated device. It runs with the virtual clock and never reads the
// host's; the calendar is computed here because nothing below the command line may ask the host for
// a date.

/// A device's wall clock: a date at the start of the virtual clock, and a time zone.
package struct WallClock: Hashable, Sendable {
  /// Seconds from 1970-01-01 00:00 UTC to the start of the virtual clock.
  private var start: Int64
  /// The time zone.
  package var zone: ClockZone

  /// 2026-01-01 09:00 UTC, when every device is made that says nothing else.
  package init() {
    start = 20_454 * Self.day + 9 * 3600
    zone = .universal
  }

  private static let day: Int64 = 86_400

  // MARK: - Setting

  /// Sets the clock so that a moment of the virtual clock has that local date and time.
  ///
  /// - Parameters:
  ///   - text: A date, or a date and a time: `2026-06-01`, `2026-06-01 12:00`, or with seconds; a
  ///     `T` may be between them.
  ///   - now: The moment that gets the date.
  /// - Returns: Whether the text is a date from 1970 to 9999.
  package mutating func set(to text: String, at now: VirtualTime) -> Bool {
    guard let local = Self.seconds(parsing: text) else { return false }
    // The offset depends on the moment that is sought; the second look settles it.
    var universal = local - zone.offset(at: local)
    universal = local - zone.offset(at: universal)
    start = universal - now.nanoseconds / 1_000_000_000
    return true
  }

  private static func seconds(parsing text: String) -> Int64? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
    guard (1...2).contains(parts.count),
      let date = numbers(parts[0], separator: "-", lengths: [4, 2, 2]),
      let time = parts.count == 1
        ? [0, 0] : numbers(parts[1], separator: ":", lengths: [2, 2, 2])
    else { return nil }
    let second = time.count > 2 ? time[2] : 0
    guard date.count == 3, date[0] >= 1970, time.count >= 2, time[0] < 24, time[1] < 60,
      second < 60, (1...12).contains(date[1]), date[2] >= 1,
      date[2] <= lengthOfMonth(date[1], in: date[0])
    else { return nil }
    let days = dayNumber(year: date[0], month: date[1], day: date[2])
    return days * day + time[0] * 3600 + time[1] * 60 + second
  }

  private static func numbers(
    _ text: Substring, separator: Character, lengths: [Int]
  ) -> [Int64]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.count <= lengths.count else { return nil }
    var numbers: [Int64] = []
    for (part, length) in zip(parts, lengths) {
      guard part.utf8.count == length, part.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = Int64(part)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The moment at which the clock shows a local date and time, and this one for a date that has
  /// passed; nil for a text that is no date.
  package func moment(of text: String, at now: VirtualTime) -> VirtualTime? {
    guard let local = Self.seconds(parsing: text) else { return nil }
    var universal = local - zone.offset(at: local)
    universal = local - zone.offset(at: universal)
    return max(now, VirtualTime.zero.after(.seconds(universal - start)))
  }

  // MARK: - Reading

  /// Date and time at a moment of the device's clock in ISO 8601, with a fraction where there is
  /// one: `2026-01-01T09:00:00Z`.
  package func text(at time: VirtualTime) -> String {
    let (whole, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let offset = zone.offset(at: start + whole)
    let seconds = start + whole + offset
    let date = Self.civilDate(day: seconds / Self.day)
    let ofDay = seconds % Self.day
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
    text += "\(padded(ofDay / 3600, 2)):\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2))"
    if rest > 0 {
      var fraction = padded(rest, 9)
      while fraction.last == "0" { fraction.removeLast() }
      text += "." + fraction
    }
    guard offset != 0 else { return text + "Z" }
    let minutes = Int64((offset / 60).magnitude)
    return text + (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":"
      + padded(minutes % 60, 2)
  }

  /// The moment of the world's time that it is on the device at a moment of its clock, from
  /// 1970-01-01 00:00 UTC.
  package func instant(at time: VirtualTime) -> (seconds: Int64, nanoseconds: Int64) {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return (start + seconds, rest)
  }

  /// How long it is since midnight.
  package func timeOfDay(at time: VirtualTime) -> TimeSpan {
    let (seconds, rest) = instant(at: time)
    let ofDay = (seconds + zone.offset(at: seconds)) % Self.day
    return TimeSpan(nanoseconds: ofDay * 1_000_000_000 + rest)
  }

  /// The next moment at which the time changes significantly by itself: midnight, or the beginning
  /// or end of summer time (R131).
  package func nextSignificantChange(after time: VirtualTime) -> VirtualTime {
    let now = start + time.nanoseconds / 1_000_000_000
    let offset = zone.offset(at: now)
    let local = now + offset
    var next = (local / Self.day + 1) * Self.day - offset
    if let change = zone.nextChange(after: now) { next = min(next, change) }
    return time.whole.after(.seconds(next - now))
  }

  /// Whether a day begins at a moment.
  package func isMidnight(at time: VirtualTime) -> Bool { local(at: time) % Self.day == 0 }

  /// The local day at a moment, counted from 1970-01-01.
  package func day(at time: VirtualTime) -> Int64 { local(at: time) / Self.day }

  /// The local date and time at a moment, in seconds from 1970-01-01 00:00.
  private func local(at time: VirtualTime) -> Int64 {
    let now = start + time.nanoseconds / 1_000_000_000
    return now + zone.offset(at: now)
  }

  // MARK: - The calendar

  /// The date of a day counted from 1970-01-01, in the Gregorian calendar.
  ///
  /// Years begin in March here, so that the leap day is the last of its year; an era is the 400
  /// years after which the calendar repeats.
  static func civilDate(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The number of a day from 1970-01-01 on, in the Gregorian calendar.
  ///
  /// - Parameters:
  ///   - year: The year, from 0 on.
  ///   - month: The month, from 1 to 12.
  ///   - day: The day of the month, from 1 on.
  /// - Returns: The number, negative before 1970.
  package static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear / 400
    let yearOfEra = marchYear % 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func lengthOfMonth(_ month: Int64, in year: Int64) -> Int64 {
    let next = month == 12 ? (year + 1, Int64(1)) : (year, month + 1)
    return dayNumber(year: next.0, month: next.1, day: 1)
      - dayNumber(year: year, month: month, day: 1)
  }
}

extension VirtualTime {
  /// The last whole second at or before the moment.
  fileprivate var whole: VirtualTime {
    after(.nanoseconds(-(nanoseconds % 1_000_000_000)))
  }
}
