// The records of a device as lines for people, in columns.
//
//        0.000s  ▸ press .home
//        0.000s      willResignActive          R054  applicationWillResignActive(_:)
//        0.000s    → background                R054

import RehearsalText

/// Renders the records of a device.
package struct TimelineRenderer: Sendable {
  /// Whether to colour with ANSI escape sequences.
  package let usesColor: Bool
  /// The names of the apps, by their numbers.
  package let appNames: [String]
  /// How long the line of a record may be, where a selector would make it longer; nil for any.
  package let width: Int?
  /// Whether numbers of rules are links to what documents them.
  private let linksRules: Bool

  /// Makes a renderer for a device with these apps.
  ///
  /// - Parameters:
  ///   - appNames: Their names, by their numbers.
  ///   - usesColor: Whether to colour with ANSI escape sequences.
  ///   - width: How many columns a line may have; nil for any number.
  ///   - linksRules: Whether numbers of rules are links, with escape sequences of OSC 8.
  package init(
    appNames: [String], usesColor: Bool = false, width: Int? = nil, linksRules: Bool = false
  ) {
    self.linksRules = linksRules
    self.usesColor = usesColor
    self.appNames = appNames
    self.width = width
  }

  /// The line of a record, without a line end; nil for records that a timeline leaves out.
  package func line(_ record: Record) -> String? {
    guard let entry = TimelineEntry(record, appName: record.app.map { appName($0) }) else {
      return nil
    }
    let style = Self.style(of: entry.emphasis)
    let line = paint(Self.column(record.time.clockText), .dim) + "  " + column(for: record)
    let indentation = entry.mark.isEmpty ? "    " : entry.mark + " "
    let text = entry.text.printableLine
    guard entry.hasRemark else { return line + paint(indentation + text, style) }
    let words = indentation + text.padded(toColumns: 32 - indentation.count)
    let room = width.map { $0 - Self.timeWidth - nameWidth - words.terminalColumns - 2 }
    let remark = linked(entry.remark(room: room), of: record)
    return line + paint(words, style) + "  " + paint(remark, .dim)
  }

  /// A remark whose rule is a link, where that is wanted and there is a page of it.
  private func linked(_ remark: String, of record: Record) -> String {
    guard linksRules, let rule = record.rule?.description, remark.hasPrefix(rule),
      let page = record.rulePage
    else { return remark }
    return "\u{1B}]8;;\(page)\u{1B}\\\(rule)\u{1B}]8;;\u{1B}\\" + remark.dropFirst(rule.count)
  }

  /// The line that says which rule a record follows from, without a line end; nil without a rule.
  package func reason(_ record: Record) -> String? {
    record.ruleText.map { paint(String(repeating: " ", count: 18) + $0, .dim) }
  }

  /// What the column of the apps' names takes; there is none where there is one app.
  private var nameWidth: Int {
    appNames.count > 1 ? (appNames.map(\.terminalColumns).max() ?? 0) + 2 : 0
  }

  /// The app's name where there are several apps, each one step further to the right.
  private func column(for record: Record) -> String {
    guard nameWidth > 0 else { return "" }
    guard let app = record.app, record.kind != .stimulus else {
      return String(repeating: " ", count: nameWidth)
    }
    return paint(appName(app).padded(toColumns: nameWidth - 2), .dim) + "  "
  }

  private func appName(_ app: AppIdentifier) -> String {
    appNames.indices.contains(Int(app.index)) ? appNames[Int(app.index)] : "app \(app.index)"
  }
}

// MARK: - Pieces of lines

extension TimelineRenderer {
  private static func style(of emphasis: TimelineEntry.Emphasis) -> TextStyle {
    switch emphasis {
    case .plain: .plain
    case .faint: .dim
    case .heading: .bold
    case .log: .cyan
    case .warning: .yellow
    case .end: .red
    case .state(let state): style(of: state)
    }
  }

  /// How a state of a process stands out.
  package static func style(of state: ProcessState) -> TextStyle {
    switch state {
    case .active: .green
    case .inactive, .background, .prewarmed: .yellow
    case .suspended: .cyan
    case .notRunning: .red
    }
  }

  /// A text in a style, where the renderer colours.
  package func paint(_ text: String, _ style: TextStyle) -> String {
    style.applied(to: text, usesColor: usesColor)
  }

  /// Colours text as entries of a timeline stand out.
  package func paint(_ text: String, as emphasis: TimelineEntry.Emphasis) -> String {
    paint(text, Self.style(of: emphasis))
  }

  /// What a moment below an hour takes, with the space after it.
  private static let timeWidth = 13

  /// A moment so that the points are aligned.
  private static func column(_ time: String) -> String {
    String(repeating: " ", count: max(0, 6 - time.prefix { $0 != "." }.count)) + time
  }
}
