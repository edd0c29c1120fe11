// The rule book and profiles as text for people: the index, the page of one rule, a profile, and
// what differs between two. Everything is read from the tables of the device.

import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// Renders the rule book and profiles.
package struct RuleBookPages: Sendable {
  /// The longest line, in characters.
  package let width: Int

  /// Makes a renderer; lines have at least 40 characters.
  package init(width: Int = 80) {
    self.width = max(40, width)
  }

  // MARK: - Rules

  /// The numbers that pages exist for: those of the rules, and those of what is not modelled.
  package static let numbers: [String] = {
    let rules = RuleBook.rules.map { Int($0.number.rawValue) }
    let others = RuleBook.notModelled.filter { $0.clause == nil }.map(\.number)
    return (rules + others).sorted().map(name)
  }()

  /// Every rule with its versions, those marked that do not hold on a profile.
  package func index(for profile: Profile = Profile()) -> String {
    var lines = RuleBook.rules.map { rule in
      let mark = rule.versions.contains(profile.system) ? " " : "–"
      return "\(mark) \(rule.number)  \(padded("\(rule.versions)", 22))  \(rule.title)"
    }
    lines += [""]
    lines += paragraph("– does not hold on iOS \(profile.system).")
    let whole = RuleBook.notModelled.filter { $0.clause == nil }
    return text(lines) + whole.compactMap { page(Self.name($0.number)) }.joined() + "\n"
      + text(tableOfBases)
  }

  /// The evidence of the rules, counted: each rule once, with the best that it has.
  private var tableOfBases: [String] {
    let column = 30
    let title = padded("The rules rest on", column) + "rules"
    let counts = RuleBook.byBasis.filter { !$0.rules.isEmpty }.map { basis, rules in
      padded("  " + basis.title, column) + "\(rules.count)"
    }
    let observed = RuleBook.byBasis.filter { $0.basis != .document }.flatMap { basis, rules in
      rules.isEmpty
        ? []
        : ["", "On \(basis.title):"]
          + paragraph(
            rules.map { "\($0.number)" }.joined(separator: " "), indentation: "  ")
    }
    let assumed = RuleBook.assumedSpans.map(\.name).joined(separator: ", ")
    let devices = Set(DeviceResult.rows.map { "\($0.model), iOS \($0.system)" }).sorted()
    return [title] + counts + observed + [""]
      + paragraph(
        devices.isEmpty
          ? "Checked on a device by the probes: none yet."
          : "Checked on devices by the probes: " + devices.joined(separator: "; ") + ".")
      + ["", "Lengths of time that no source gives as a number:"]
      + paragraph(assumed, indentation: "  ")
  }

  /// The page of a rule by its number, such as `R055`; nil when there is no such rule.
  package func page(_ number: String) -> String? {
    if let rule = RuleBook.rules.first(where: { "\($0.number)" == number }) {
      return text(lines(of: rule))
    }
    let whole = RuleBook.notModelled.first { $0.clause == nil && Self.name($0.number) == number }
    return whole.map { text(paragraph("\(number) is not modelled: \($0.reason).")) }
  }

  /// How a rule's number is written: `R054`.
  static func name(_ number: Int) -> String {
    let digits = String(number)
    return "R" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  private func lines(of rule: Rule) -> [String] {
    var lines = ["\(rule.number): \(rule.title)", ""] + paragraph(rule.statement) + [""]
    let known = rule.confidence.map(Self.words).joined(separator: ", ")
    lines += ["Versions:    \(rule.versions)", "Known from:  \(known)"]
    lines += section("Sources:", rule.sources.map(Self.source))
    lines += rule.conflicts.compactMap(SourceConflict.conflict).flatMap(self.lines)
    lines += RuleReview.review(of: rule.number).map(self.lines) ?? []
    lines += section("Lengths of time:", Self.spans(of: rule))
    lines += section(
      "Quirks:",
      Quirk.allCases.filter { $0.rule == rule.number }.map { ".\($0.rawValue): \($0.help)" })
    lines += section("Not modelled:", Self.clauses(of: rule))
    lines += section("On devices:", DeviceResult.results(of: rule.number).map(\.words))
    return lines + section("Scripts:", ["Tests/Scripts/rules/\(rule.number)-*.rehearsal"])
  }

  /// The name of a kind of confidence.
  static func words(_ confidence: Confidence) -> String {
    switch confidence {
    case .apple: "Apple's documents"
    case .appleEngineer: "an Apple engineer"
    case .documented: "other documents"
    case .observed: "observation"
    }
  }

  private static func source(_ key: String) -> String {
    RuleSource.source(key).map { "\(key): \($0.meaning)" } ?? key
  }

  private func lines(of conflict: SourceConflict) -> [String] {
    var lines = section("Conflict \(conflict.number): \(conflict.question)", conflict.sides)
    lines += paragraph("Played: " + conflict.settlement, indentation: "  ")
    if conflict.choice != nil {
      lines += paragraph(
        "A device decides it: evidence: [\"\(conflict.number)\": .documented]", indentation: "  ")
    }
    return lines
  }

  private func lines(of review: RuleReview) -> [String] {
    let places = review.places.map { "\(Self.source($0.source)), \($0.position)" }
    let refuted =
      review.refutation.isEmpty ? [] : ["\(review.verdict.announcement) \(review.refutation)."]
    return section(
      "Held against iOS 26 and 27: \(review.verdict.title)", [review.finding] + refuted + places)
  }

  /// The lengths of time that a rule gives.
  static func spans(of rule: Rule) -> [String] {
    Budget.rows.filter { $0.rule == rule.number }.map { row in
      let side = row.side.map { ", with the evidence \($0.evidence.rawValue)" } ?? ""
      return "\(row.budget.name): \(row.span), \(row.versions)\(side)"
    }
  }

  /// The clauses of a rule that are not modelled, with reasons.
  static func clauses(of rule: Rule) -> [String] {
    RuleBook.notModelled.filter { $0.number == Int(rule.number.rawValue) }.compactMap { entry in
      let sources = entry.sources.map(Self.source).joined(separator: ", ")
      return entry.clause.map {
        "\($0): \(entry.reason)." + (sources.isEmpty ? "" : " Sources: \(sources).")
      }
    }
  }

  // MARK: - Profiles

  /// The rules and traits of a profile, by topic.
  package func page(of profile: Profile) -> String {
    let traits = profile.traits
    var lines: [String] = []
    for topic in ProfileTrait.Topic.allCases {
      let own = traits.filter { $0.topic == topic }
      guard !own.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append("\(topic.rawValue):")
      lines += own.flatMap { entry($0.name, Self.text(of: $0)) }
    }
    let holding = profile.rulesThatHold.map { "\($0.number)" }
    lines += ["", "Rules that hold: \(holding.count) of \(RuleBook.rules.count)"]
    return text(lines + paragraph(holding.joined(separator: " "), indentation: "  "))
  }

  /// The differences between two profiles, by topic; the second's is below the first's.
  package func comparison(_ left: Profile, _ right: Profile) -> String {
    let (leftTraits, rightTraits) = (left.traits, right.traits)
    var lines: [String] = []
    for topic in ProfileTrait.Topic.allCases {
      let old = leftTraits.filter { $0.topic == topic }
      let new = rightTraits.filter { $0.topic == topic }
      guard old.map(\.value) != new.map(\.value) || old.map(\.name) != new.map(\.name) else {
        continue
      }
      if !lines.isEmpty { lines.append("") }
      if old.isEmpty || new.isEmpty {
        lines.append("\(topic.rawValue), \(old.isEmpty ? "only the second" : "only the first"):")
        lines += (old + new).flatMap { entry($0.name, Self.text(of: $0)) }
      } else {
        lines.append("\(topic.rawValue):")
        lines += differences(old, new).flatMap { name, old, new in
          entry(name, old.map(Self.text) ?? "–") + entry("", new.map(Self.text) ?? "–")
        }
      }
    }
    lines += onlyRules("Rules only of the first:", of: left, not: right)
    lines += onlyRules("Rules only of the second:", of: right, not: left)
    lines += rulesThatDiffer(left, right)
    lines += section("Words only of the first:", words(of: left, not: right))
    lines += section("Words only of the second:", words(of: right, not: left))
    return lines.isEmpty ? "Nothing differs.\n" : text(lines)
  }

  /// The rules of both that play otherwise, in full.
  private func rulesThatDiffer(_ left: Profile, _ right: Profile) -> [String] {
    let both = Set(left.rulesThatHold.map(\.number))
      .intersection(right.rulesThatHold.map(\.number))
    let differing = Set(
      RuleBook.rulesThatDiffer(between: left, and: right)
        + RuleBook.rulesThatDiffer(between: right, and: left))
    return section(
      "Rules that play otherwise:",
      RuleBook.rules.filter { both.contains($0.number) && differing.contains($0.number) }.map {
        "\($0.number)  \($0.title): \($0.statement)"
      })
  }

  /// The messages, notifications and verbs that one system has and the other has not.
  private func words(of profile: Profile, not other: Profile) -> [String] {
    func isOnlyHere(_ versions: SystemVersionRange) -> Bool {
      versions.contains(profile.system) && !versions.contains(other.system)
    }
    let kinds: [(String, [String])] = [
      (
        "messages",
        Message.allCases.filter { isOnlyHere($0.definition.versions) }.map(\.name)
      ),
      (
        "notifications",
        SystemNotification.allCases.filter { isOnlyHere($0.versions) }.map(\.rawValue)
      ),
      ("verbs", ActionTable.actions.filter { isOnlyHere($0.versions) && $0.isVerb }.map(\.name)),
      ("quirks", Quirk.allCases.filter { isOnlyHere($0.versions) }.map(\.rawValue)),
    ]
    return kinds.filter { !$0.1.isEmpty }.map { "\($0): " + $1.joined(separator: ", ") }
  }

  private func onlyRules(_ title: String, of profile: Profile, not other: Profile) -> [String] {
    let others = Set(other.rulesThatHold.map(\.number))
    return section(
      title,
      profile.rulesThatHold.filter { !others.contains($0.number) }.map {
        "\($0.number)  \($0.title)"
      })
  }

  /// The traits of one topic that are not the same on both sides, in the order of the first.
  private func differences(
    _ left: [ProfileTrait], _ right: [ProfileTrait]
  ) -> [(name: String, left: ProfileTrait?, right: ProfileTrait?)] {
    let names =
      left.map(\.name)
      + right.map(\.name).filter { name in
        !left.contains { $0.name == name }
      }
    return names.compactMap { name in
      let (old, new) = (left.first { $0.name == name }, right.first { $0.name == name })
      return old?.value == new?.value ? nil : (name, old, new)
    }
  }

  // MARK: - Lines

  /// A name and what it has, which continues below itself.
  private func entry(_ name: String, _ value: String) -> [String] {
    let column = 28
    var lines = paragraph(value, indentation: String(repeating: " ", count: column))
    lines[0] = padded("  " + name, column - 1) + " " + lines[0].dropFirst(column)
    return lines
  }

  /// The lines of a trait, with its rules.
  private static func text(of trait: ProfileTrait) -> String {
    guard !trait.rules.isEmpty else { return trait.value }
    return "\(trait.value) (\(trait.rules.map { "\($0)" }.joined(separator: " ")))"
  }

  private func section(_ title: String, _ entries: [String]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return ["", title] + entries.flatMap { paragraph($0, indentation: "  ") }
  }

  private func paragraph(_ text: String, indentation: String = "") -> [String] {
    Paragraph.lines(text, width: width, indentation: indentation)
  }

  private func padded(_ text: String, _ count: Int) -> String {
    text + String(repeating: " ", count: max(0, count - text.count))
  }

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
