// What an input shows, bounded: its first lines go out as soon as they are there, those behind them
// wait for its end, for only then is it known how many of them are left out. What an input is
// refused for comes last and is never left out.

/// Lines to show, of which the middle is left out where there are too many.
struct ShownLines {
  private let limit: Int
  private let show: (@Sendable (String) -> Void)?
  private var flows = false
  private var first = ""
  private var firstCount = 0
  private var last: [String] = []
  private var dropped = 0
  private var end = ""

  /// Begins without lines.
  ///
  /// - Parameters:
  ///   - limit: How many lines there may be, at least 10.
  ///   - show: Shows a line at once; nil keeps all of them for the end.
  init(limit: Int, show: (@Sendable (String) -> Void)?) {
    self.limit = max(10, limit)
    self.show = show
  }

  /// Lets lines go out, what was added before included.
  mutating func flow() {
    flows = true
    goOut()
  }

  /// Adds text that ends with a line end, or is empty.
  mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    // A diagnostic of many lines counts as one, so that it is never cut.
    guard firstCount >= limit / 2 else {
      first += text
      firstCount += 1
      return goOut()
    }
    last.append(text)
    if last.count > limit {
      dropped += limit / 2
      last.removeFirst(limit / 2)
    }
  }

  /// Adds text that stands behind all other.
  mutating func addEnd(_ text: String) { end += text }

  private mutating func goOut() {
    guard flows, let show, !first.isEmpty else { return }
    show(first)
    first = ""
  }

  /// Everything that is to be shown and has not gone out.
  var text: String {
    guard dropped > 0 || last.count > limit / 2 else { return first + last.joined() + end }
    let left = dropped + last.count - limit / 2
    return first + "  … \(left) lines are left out; `:trace` shows records …\n"
      + last.suffix(limit / 2).joined() + end
  }
}
