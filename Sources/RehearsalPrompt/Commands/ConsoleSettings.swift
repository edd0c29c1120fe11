// The settings of the console, which the user changes with `:set`. None of it changes what happens
// on a device, so none of it is taken back by `:back` or written by `:save`.

/// The settings of a console.
struct ConsoleSettings: Sendable {
  /// Whether to colour.
  var usesColor: Bool
  /// Whether an input shows the records that it led to.
  var showsTrace = true
  /// Whether each record is followed by its rule in words.
  var explains = false
  /// How many lines an input may show before its middle is left out.
  var lines = 200
  /// How many characters a line has, for values and the timeline.
  var width = 80

  /// How many characters a line of the terminal has; nil without a terminal.
  var terminalWidth: Int?

  /// The narrowest lines that anything is drawn for.
  static let leastWidth = 20

  /// What `:set` knows, in the order in which it is listed.
  enum Name: String, CaseIterable {
    case color, trace, why, lines, width

    /// The values that can be listed.
    var values: [String] {
      switch self {
      case .color, .trace, .why: ["off", "on"]
      case .lines: ["all"]
      case .width: []
      }
    }

    var summary: String {
      switch self {
      case .color: "on or off: whether to use colours"
      case .trace: "on or off: whether an input shows its records, with time and rule"
      case .why: "on or off: whether each record is followed by the text of its rule"
      case .lines: "a number from 10, or all: how many lines an input may show"
      case .width: "a number from 20: how wide values and the timeline are"
      }
    }
  }

  /// The value of a setting as it is written.
  func text(of name: Name) -> String {
    switch name {
    case .color: usesColor ? "on" : "off"
    case .trace: showsTrace ? "on" : "off"
    case .why: explains ? "on" : "off"
    case .lines: lines == .max ? "all" : "\(lines)"
    case .width: "\(width)"
    }
  }

  /// Sets a setting; false where the text is no value of it.
  mutating func set(_ name: Name, to text: String) -> Bool {
    switch name {
    case .color: Self.read(text, into: &usesColor)
    case .trace: Self.read(text, into: &showsTrace)
    case .why: Self.read(text, into: &explains)
    case .lines: text == "all" ? setAllLines() : Self.read(text, from: 10, into: &lines)
    case .width: Self.read(text, from: Self.leastWidth, into: &width)
    }
  }

  private mutating func setAllLines() -> Bool {
    lines = .max
    return true
  }

  private static func read(_ text: String, into value: inout Bool) -> Bool {
    guard let isOn = ["on": true, "true": true, "off": false, "false": false][text] else {
      return false
    }
    value = isOn
    return true
  }

  private static func read(_ text: String, from least: Int, into value: inout Int) -> Bool {
    guard let number = Int(text), number >= least, number <= 1_000_000 else { return false }
    value = number
    return true
  }
}
