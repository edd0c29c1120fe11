// Moments and spans of virtual time as people read them: days as days, and no meaningless digits.

extension VirtualTime {
  /// The moment in seconds with its milliseconds, more digits only where there is more; from a day on
  /// in days, hours, minutes and seconds.
  package var clockText: String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var digits = String(rest)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.count > 3, digits.last == "0" { digits.removeLast() }
    guard whole >= 86_400 else { return "\(whole).\(digits)s" }
    let (minutes, seconds) = (whole / 60 % 60, whole % 60)
    return "\(whole / 86_400)d \(whole / 3600 % 24):\(Self.twoDigits(minutes)):"
      + "\(Self.twoDigits(seconds)).\(digits)"
  }

  private static func twoDigits(_ number: Int64) -> String {
    (number < 10 ? "0" : "") + String(number)
  }
}

extension TimeSpan {
  /// The span with its two leading digits in a unit that suits it.
  package var roundedText: String {
    let units: [(name: String, nanoseconds: Double)] = [
      ("d", 86_400e9), ("h", 3600e9), ("min", 60e9), ("s", 1e9), ("ms", 1e6), ("us", 1e3),
    ]
    let count = Double(nanoseconds)
    let unit = units.first { count >= $0.nanoseconds } ?? ("ns", 1)
    let tenths = Int64((count / unit.nanoseconds * 10).rounded())
    let whole = "\(tenths / 10)"
    return tenths >= 100 || tenths % 10 == 0
      ? whole + unit.name : "\(whole).\(tenths % 10)" + unit.name
  }
}
