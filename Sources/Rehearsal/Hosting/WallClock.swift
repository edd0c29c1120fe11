// The wall clock of the simulated device as text. It runs with the virtual clock and never looks
// at the host's; the calendar is computed here because nothing below the command line may ask the
// host for a date.

import RehearsalLifecycle

/// The device's wall clock, in UTC.
enum WallClock {
  /// Days from 1970-01-01 to 2026-01-01, when every device is made, and seconds to 09:00:00.
  private static let start: (days: Int64, seconds: Int64) = (20_454, 9 * 3600)

  /// Date and time at a moment of the device's clock in ISO 8601, with a fraction where there is
  /// one: `2026-01-01T09:00:00Z`.
  static func text(at time: VirtualTime) -> String {
    let (whole, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let seconds = start.seconds + whole
    let date = civilDate(day: start.days + seconds / 86_400)
    let ofDay = seconds % 86_400
    var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
    text += "\(padded(ofDay / 3600, 2)):\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2))"
    if rest > 0 {
      var fraction = padded(rest, 9)
      while fraction.last == "0" { fraction.removeLast() }
      text += "." + fraction
    }
    return text + "Z"
  }

  /// The date of a day counted from 1970-01-01, in the Gregorian calendar.
  ///
  /// Years begin in March here, so that the leap day is the last of its year; an era is the 400
  /// years after which the calendar repeats.
  private static func civilDate(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
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

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
