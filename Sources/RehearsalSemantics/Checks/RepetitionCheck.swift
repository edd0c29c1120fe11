// The same thing twice, of which the second was meant to be another: two expectations with nothing between
// them, two scenarios that play the same, two controls that the user cannot tell apart.

import RehearsalInterface
import RehearsalSyntax

/// Finds what is written twice and counts once.
struct RepetitionCheck: Check {
  static let finds: [DiagnosticIdentifier] = [.writtenTwice, .sameLabel]

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

  /// Reports an expectation that the statements before it met already, where nothing happened since.
  private func checkExpectations(of statements: [Statement]) {
    let source = context.scripts[context.current].parsed.source
    let code = SteadyCode(context: context, followsFunctions: true)
    var met: [Int: [SourceRange]] = [:]
    for statement in statements {
      guard case .expectation(let expectation) = statement.kind,
        case .immediately = expectation.timing, code.isSteady(expectation.condition)
      else {
        if !isIdle(statement, code) { met = [:] }
        continue
      }
      let range = expectation.condition.range
      let text = source.text(in: range)
      if let first = met[range.count]?.first(where: { source.text(in: $0) == text }) {
        walk.reportValue(.writtenTwice(range, "the same is expected", first: first))
      } else {
        met[range.count, default: []].append(range)
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
    for member in members {
      switch member.kind {
      case .button(let button):
        guard let label = button.label.plainText else { continue }
        if let first = labels[label] {
          context.keep(.sameLabel(button.label.range, label, first: first), of: script)
        } else {
          labels[label] = button.label.range
        }
      case .scene(_, let members): checkLabels(of: members, in: script)
      default: break
      }
    }
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
