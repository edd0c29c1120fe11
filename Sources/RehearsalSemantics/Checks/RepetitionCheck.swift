// The same thing twice, of which the second was meant to be another: two expectations with nothing between
// them, two scenarios that play the same, two controls that the user cannot tell apart.

import RehearsalInterface
import RehearsalNames
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
      check.checkNames(of: main)
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
    var met: [String: SourceRange] = [:]
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
      let form = source.comparable(condition)
      if let first = met[form] {
        walk.reportValue(
          .writtenTwice(condition.range, "the same is expected", first: first))
      } else {
        met[form] = condition.range
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
    var played: [String: SourceRange] = [:]
    for case .scenario(let scenario) in context.scripts[main].parsed.statements.map(\.kind)
    where !scenario.body.statements.isEmpty && !Self.onlyShows(scenario, source) {
      let title = scenario.title.range
      let text = scenario.playedRanges.map { source.text(in: $0) }.joined(separator: "\u{0}")
      if let first = played[text] {
        context.keep(
          .writtenTwice(title, "another scenario plays the same", first: first), of: main)
      } else {
        played[text] = title
      }
    }
  }

  /// Reports a name of a header that nothing reads, so that each of its values plays the same; where random
  /// numbers are drawn, each may play something else.
  private func checkNames(of main: Int) {
    let source = context.scripts[main].parsed.source
    let drawing = LibraryFunction.all.filter(\.drawsRandomNumbers).map(\.name)
    for case .scenario(let scenario) in context.scripts[main].parsed.statements.map(\.kind)
    where !scenario.body.statements.isEmpty {
      let choices = scenario.options.compactMap { option -> (name: Name, values: Expression)? in
        if case .choice(let name, let values) = option { (name, values) } else { nil }
      }
      guard !choices.isEmpty else { continue }
      // The name is once where it is declared; the title and later options may use it.
      let ranges = scenario.playedRanges + [scenario.title.range]
      let words = ranges.flatMap { range in
        SourceText(name: source.name, source.text(in: range)).wordsInOrder()
      }
      guard !drawing.contains(where: words.contains) else { continue }
      for (name, values) in choices where name.text != "_" && !values.isSingle {
        guard words.count(where: { $0 == name.text }) < 2 else { continue }
        context.keep(.unreadName(name), of: main)
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

extension Expression {
  /// Whether it is a list of one value.
  fileprivate var isSingle: Bool {
    if case .list(let elements) = unparenthesized.kind { elements.count < 2 } else { false }
  }
}

extension SourceText {
  /// What may be names, in their order.
  fileprivate func wordsInOrder() -> [String] {
    String(decoding: bytes, as: UTF8.self)
      .split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }

  /// The text of a condition by which it is compared with others: a comparison is the same with its sides
  /// exchanged.
  fileprivate func comparable(_ condition: Expression) -> String {
    guard case .binary(let operation, _, let left, let right) = condition.unparenthesized.kind,
      let mirrored = operation.mirrored
    else { return text(in: condition.range) }
    let (first, second) = (text(in: left.range), text(in: right.range))
    return first <= second
      ? "\(first)\u{0}\(operation)\u{0}\(second)" : "\(second)\u{0}\(mirrored)\u{0}\(first)"
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

// MARK: - Its words

extension CompilerDiagnostic {
  /// Something that was written before; `fact` says what, as half a sentence.
  static func writtenTwice(_ range: SourceRange, _ fact: String, first: SourceRange) -> Self {
    Self(
      .writtenTwice, range,
      "\(fact) before, and nothing is different here; write what was meant, or remove it"
    )
    .noting("the first one", at: first)
  }

  /// A name of a header that nothing reads.
  static func unreadName(_ name: Name) -> Self {
    Self(
      .writtenTwice, name.range,
      "nothing reads `\(name.text)`, so that the scenario plays the same with each of its values; use it, or "
        + "leave it out")
  }

  /// A control that the user cannot tell from another one.
  static func sameLabel(_ range: SourceRange, _ label: String, first: SourceRange) -> Self {
    Self(
      .sameLabel, range,
      "there is a control \"\(label)\" here already, and only one of the two can be used; give this one "
        + "another label"
    )
    .noting("the first one", at: first)
  }
}
