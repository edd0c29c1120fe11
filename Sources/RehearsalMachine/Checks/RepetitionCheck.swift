// The same thing twice, of which the second was meant to be another: two expectations with nothing between
// them, two scenarios that play the same, two controls that the user cannot tell apart.

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

  /// Reports a scenario with the header and the body of another one.
  private func checkScenarios(of main: Int) {
    let source = context.scripts[main].parsed.source
    var played: [Int: [SourceRange]] = [:]
    for statement in context.scripts[main].parsed.statements {
      guard case .scenario(let scenario) = statement.kind, !scenario.body.statements.isEmpty else {
        continue
      }
      let range = SourceRange(Int(scenario.title.range.end), Int(statement.range.end))
      let text = source.text(in: range)
      if let first = played[range.count]?.first(where: { source.text(in: $0) == text }) {
        context.keep(
          .writtenTwice(scenario.title.range, "another scenario plays the same", first: first),
          of: main)
      } else {
        played[range.count, default: []].append(range)
      }
    }
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
