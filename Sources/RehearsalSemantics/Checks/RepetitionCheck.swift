// The same thing twice, of which the second was meant to be another: two expectations with nothing between
// them, two scenarios that play the same, two controls that the user cannot tell apart.

import RehearsalInterface
import RehearsalSyntax

/// Finds what is written twice and counts once.
struct RepetitionCheck: Check {
  static let finds: [DiagnosticIdentifier] = [
    .writtenTwice, .sameLabel, .differsInCase, .comparedWithItself,
  ]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let check = RepetitionCheck(walk: walk)
    switch subject {
    case .block(let statements): check.checkExpectations(of: statements)
    case .end(let main):
      check.checkScenarios(of: main)
      for unit in walk.context.units where unit.script >= walk.context.firstScript {
        check.checkLabels(of: unit.declaration.members, in: unit.script)
      }
    default: return
    }
  }

  private let walk: CheckWalk

  private var context: CompilationContext { walk.context }

  // MARK: - Expectations

  /// Reports an expectation that the statements before it met already, or that compares a value with what a
  /// constant has just kept of it, where nothing happened since.
  private func checkExpectations(of statements: [Statement]) {
    let source = context.scripts[context.current].parsed.source
    let code = SteadyCode(context: context, followsFunctions: true)
    var met: [Int: [Expression]] = [:]
    var kept: [String: Expression] = [:]
    for statement in statements {
      if case .variable(let declaration) = statement.kind, !declaration.isMutable,
        code.looks(declaration.value), code.isSteady(declaration.value)
      {
        kept[declaration.name.text] = declaration.value
        continue
      }
      guard case .expectation(let expectation) = statement.kind,
        case .immediately = expectation.timing, code.isSteady(expectation.condition)
      else {
        if !isIdle(statement, code) { (met, kept) = ([:], [:]) }
        continue
      }
      let condition = expectation.condition
      let length = condition.range.count
      if let first = met[length]?.first(where: { source.areSame($0, condition) }) {
        walk.reportValue(
          .writtenTwice(condition.range, "the same is expected", first: first.range))
      } else {
        met[length, default: []].append(condition)
      }
      if !kept.isEmpty, let found = condition.comparedWithKept(kept, source) {
        walk.report(.comparedWithItself(found.range))
      }
    }
  }

  /// Whether a statement changes nothing that an expectation reads.
  private func isIdle(_ statement: Statement, _ code: SteadyCode) -> Bool {
    switch statement.kind {
    case .variable(let declaration): code.isSteady(declaration.value)
    case .function: true
    default: false
    }
  }

  // MARK: - Scenarios

  /// Reports a scenario with the header and the statements of another one.
  private func checkScenarios(of main: Int) {
    let source = context.scripts[main].parsed.source
    var played: [[Int]: [(ranges: [SourceRange], title: SourceRange)]] = [:]
    for case .scenario(let scenario) in context.scripts[main].parsed.statements.map(\.kind)
    where !scenario.body.statements.isEmpty && !Self.onlyShows(scenario, source) {
      let ranges = scenario.playedRanges
      let title = scenario.title.range
      let lengths = ranges.map(\.count)
      let first = played[lengths]?.first { other in
        zip(other.ranges, ranges).allSatisfy { source.text(in: $0) == source.text(in: $1) }
      }
      if let first {
        context.keep(
          .writtenTwice(title, "another scenario plays the same", first: first.title), of: main)
      } else {
        played[lengths, default: []].append((ranges, title))
      }
    }
  }

  /// Whether a scenario prints and expects nothing: it shows something to its reader, such as that the same
  /// happens again, and is no test that was meant to be another one.
  private static func onlyShows(_ scenario: ScenarioDeclaration, _ source: SourceText) -> Bool {
    let words = SourceText(name: source.name, source.text(in: scenario.body.range)).words()
    return words.contains("print") && !words.contains(Keyword.expect.rawValue)
  }

  // MARK: - Labels

  /// Reports a control with the label of one beside it.
  private func checkLabels(of members: [AppMember], in script: Int) {
    var labels: [String: SourceRange] = [:]
    var (texts, names) = (SpelledNames(), SpelledNames())
    for member in members {
      switch member.kind {
      case .button(let button):
        guard let label = button.label.plainText else { continue }
        if let first = labels[label] {
          context.keep(.sameLabel(button.label.range, label, first: first), of: script)
        } else {
          labels[label] = button.label.range
          texts.note(label, at: button.label.range, in: script)
        }
      case .variable(let declaration):
        names.note(declaration.name.text, at: declaration.name.range, in: script)
      case .scene(_, let members): checkLabels(of: members, in: script)
      default: break
      }
    }
    for (script, finding) in names.findings() + texts.findings() {
      context.keep(finding, of: script)
    }
  }
}

extension SourceText {
  /// Whether two conditions are the same: a comparison may have its sides exchanged.
  fileprivate func areSame(_ one: Expression, _ other: Expression) -> Bool {
    if text(in: one.range) == text(in: other.range) { return true }
    guard case .binary(let first, _, let left, let right) = one.unparenthesized.kind,
      case .binary(let second, _, let otherLeft, let otherRight) = other.unparenthesized.kind,
      first.mirrored == second
    else { return false }
    return text(in: left.range) == text(in: otherRight.range)
      && text(in: right.range) == text(in: otherLeft.range)
  }
}

extension Expression {
  /// The comparison of a value with a constant that was made of the same, so that it comes out the same
  /// whatever the value is; nil where there is none.
  fileprivate func comparedWithKept(
    _ kept: [String: Expression], _ source: SourceText
  ) -> Expression? {
    guard case .binary(let operation, _, let left, let right) = unparenthesized.kind else {
      return nil
    }
    if operation == .and {
      return left.comparedWithKept(kept, source) ?? right.comparedWithKept(kept, source)
    }
    guard operation.outcomeForEqualSides == true else { return nil }
    let isSame = [(left, right), (right, left)].contains { name, value in
      guard case .name(let name) = name.unparenthesized.kind, let made = kept[name.text] else {
        return false
      }
      return source.form(of: made.range) == source.form(of: value.range)
    }
    return isSame ? self : nil
  }
}

extension ScenarioDeclaration {
  /// Where its options and statements are, in their order; what is between them plays nothing.
  fileprivate var playedRanges: [SourceRange] {
    let ofOptions = options.flatMap { option in
      switch option {
      case .choice(let name, let values): [name.range, values.range]
      case .setting(let entry): [entry.key.range, entry.value.range]
      }
    }
    return ofOptions + body.statements.map(\.range)
  }
}
