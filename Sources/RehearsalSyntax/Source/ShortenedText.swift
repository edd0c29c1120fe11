// Long texts as people are shown them: the beginning, and how much more there is.

extension String {
  /// The text, or its beginning and how much more there is.
  ///
  /// - Parameter most: How many bytes are shown at most.
  /// - Returns: The text, or its beginning.
  /// - Complexity: O(*m*) in the bytes that are shown.
  package func shortened(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, most))
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end] + Self.more(bytes: utf8[end...].count)
  }

  /// That there is more, for people: `… and 3.4 MB more`.
  package static func more(bytes: Int) -> String { "… and \(size(bytes)) more" }

  private static func size(_ bytes: Int) -> String {
    let units = ["bytes", "KB", "MB", "GB"]
    var (number, unit) = (Double(bytes), 0)
    while number >= 1024, unit < units.count - 1 { (number, unit) = (number / 1024, unit + 1) }
    return unit == 0
      ? "\(bytes) \(units[unit])" : "\((number * 10).rounded() / 10) \(units[unit])"
  }
}
