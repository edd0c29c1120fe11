// What a page knows, as JSON: the cases, their lives and the files, with every text that occurs often
// standing once. The keys are read by the scripts in `Resources` and by nothing else; both are of one version.

import Rehearsal
import RehearsalLifecycle
import RehearsalPictures
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// The data of a page.
struct PageData: JSONRepresentable {
  /// A script with its text.
  struct File: JSONRepresentable {
    let path: Int
    let lines: [String]

    var json: JSONValue { ["path": path, "lines": lines] }
  }

  /// A rule and how many records follow from it.
  struct RuleUse {
    let rule: Rule
    var count = 0
    /// The first case in which one does.
    var first: Int?

    /// The rule with the condition under which it holds, and whether a played system met it.
    func json(on systems: Set<SystemVersion>) -> JSONValue {
      [
        "number": rule.number.description, "title": rule.title, "statement": rule.statement,
        "versions": rule.versions.description,
        "holds": systems.contains(where: rule.versions.contains),
        "count": count, "first": first,
      ]
    }
  }

  /// A handler of an app, how many messages reached it, and what the app read of itself then.
  struct HandlerUse: JSONRepresentable {
    let app: Int
    let name: Int
    let file: Int
    let line: Int
    var count = 0
    /// How often it was called in which state.
    var states: [ProcessState: Int] = [:]
    /// The first case in which it was called.
    var first: Int?

    var json: JSONValue {
      let states = ProcessState.allCases.compactMap { state -> JSONValue? in
        self.states[state].map { .list([state.rawValue.json, $0.json]) }
      }
      return [
        "app": app, "name": name, "file": file, "line": line, "count": count,
        "states": states, "first": first,
      ]
    }
  }

  private(set) var strings = PageTable<String>()
  /// What records say, each row once; see `PageLife`.
  private(set) var subjects = PageTable<[Int]>()
  private(set) var lives = PageTable<PageLife>()
  private(set) var files: [File] = []
  private(set) var rules: [RuleUse]
  /// Where the pages of the rules are; empty where the report's own table is all.
  private let rulesAt: String
  private(set) var handlers: [HandlerUse] = []
  private(set) var cases: [PageCase] = []
  private(set) var differences: [PageDifference] = []

  private let ruleRows: [RuleNumber: Int]
  private var fileNumbers: [String: Int] = [:]
  private var lineTables: [LineTable] = []
  private var handlerNumbers: [Int: Int] = [:]
  /// The systems on which lives were played.
  private var systems: Set<SystemVersion> = []
  /// About how many bytes the lives take.
  private var lifeSize = 0

  /// The most that lives take, in bytes.
  ///
  /// Beyond, those of cases that passed are left out, and the page says so. With the rest a page
  /// stays below twenty megabytes.
  private static let mostLives = 14 << 20

  var json: JSONValue {
    let widths = LifeScale.Widths()
    let axis: JSONValue = [
      "step": widths.step, "second": widths.second, "leastGap": widths.leastGap,
      "mostGap": widths.mostGap,
    ]
    return [
      "strings": strings, "subjects": subjects, "lives": lives, "files": files,
      "rules": rules.map { $0.json(on: systems) },
      "handlers": handlers, "cases": cases, "differences": differences, "widths": axis,
      "rulesAt": rulesAt,
    ]
  }

  init(rulesAt address: String?) {
    rulesAt = address ?? ""
    rules = RuleBook.rules.map { RuleUse(rule: $0) }
    ruleRows = Dictionary(
      RuleBook.rules.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Cases

  /// Adds a case.
  mutating func add(_ result: CaseResult) {
    cases.append(page(of: result))
    // An exploration is covered by what it found.
    let lives = result.life.map { [$0] } ?? result.foundScenarios.values.compactMap(\.life)
    for life in lives { count(life, ofCase: cases.count - 1) }
  }

  /// A case with its life, where there is room for it.
  mutating func page(of result: CaseResult) -> PageCase {
    var page = PageCase(result, &self)
    guard let life = result.life else { return page }
    if lifeSize < Self.mostLives || result.status.isFailure {
      page.life = add(life)
      page.failures = life.failures.prefix(result.problems.count).map {
        [$0.time.nanoseconds, Int64($0.step)]
      }
    } else {
      page.isLifeLeftOut = true
    }
    return page
  }

  /// Adds a difference between systems.
  mutating func add(_ difference: SystemDifference) {
    differences.append(PageDifference(difference, &self))
  }

  private mutating func add(_ life: CaseLife) -> Int {
    let page = PageLife(life, &self)
    let known = lives.count
    let number = lives.number(of: page)
    if lives.count > known { lifeSize += page.size }
    return number
  }

  /// Counts what of rules and handlers a case reached.
  private mutating func count(_ life: CaseLife, ofCase number: Int) {
    if let system = SystemVersion(parsing: life.life.system) { systems.insert(system) }
    for rule in life.life.records.compactMap(\.rule) {
      guard let row = ruleRows[rule] else { continue }
      rules[row].count += 1
      rules[row].first = rules[row].first ?? number
    }
    for handler in life.handlers {
      let place = self.place(handler.place)
      guard handlerNumbers[place] == nil else { continue }
      handlerNumbers[place] = handlers.count
      handlers.append(
        HandlerUse(
          app: string(handler.appName), name: string(handler.name), file: place >> Self.lineBits,
          line: place & ((1 << Self.lineBits) - 1)))
    }
    for record in life.life.records {
      guard let place = life.places[record.index],
        let handler = handlerNumbers[self.place(place)]
      else { continue }
      handlers[handler].count += 1
      handlers[handler].first = handlers[handler].first ?? number
      if let state = record.state?.processState {
        handlers[handler].states[state, default: 0] += 1
      }
    }
  }

  // MARK: - Texts and places

  mutating func string(_ text: String) -> Int { strings.number(of: text) }

  mutating func subject(_ row: [Int]) -> Int { subjects.number(of: row) }

  /// How many bits of a place the line takes; the rest is the number of the file.
  private static let lineBits = 24

  /// The number of a file and a line as one number, which the page takes apart.
  mutating func place(_ place: SourcePlace) -> Int {
    let file = file(place.source)
    return file << Self.lineBits | lineTables[file].line(at: Int(place.range.start))
  }

  private mutating func file(_ source: SourceText) -> Int {
    // A scenario that was found follows the text of its script, which has the same name.
    let key = "\(source.bytes.count) \(source.name)"
    if let number = fileNumbers[key] { return number }
    fileNumbers[key] = files.count
    lineTables.append(LineTable(source))
    let lines = String(decoding: source.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(\.printable)
    files.append(File(path: string(source.name.printableLine), lines: lines))
    return files.count - 1
  }
}

/// A list in which equal elements are stored once.
struct PageTable<Element: Hashable & JSONRepresentable & Sendable>: JSONRepresentable, Sendable {
  private var elements: [Element] = []
  private var numbers: [Element: Int] = [:]

  var count: Int { elements.count }

  /// The number of an element, which is added where it is new.
  mutating func number(of element: Element) -> Int {
    if let number = numbers[element] { return number }
    numbers[element] = elements.count
    elements.append(element)
    return elements.count - 1
  }

  var json: JSONValue { elements.json }
}

/// Rows of whole numbers as text.
///
/// Columns are separated by commas, rows by semicolons, and nothing for a number that is absent. A
/// page has hundreds of thousands of them, and reads few.
struct PageRows: Hashable, JSONRepresentable, Sendable {
  private(set) var text = ""

  mutating func append(_ row: [Int?]) {
    if !text.isEmpty { text += ";" }
    var isFirst = true
    for number in row {
      if !isFirst { text += "," }
      if let number { text += String(number) }
      isFirst = false
    }
    while text.last == "," { text.removeLast() }
  }

  var json: JSONValue { .string(text) }
}
