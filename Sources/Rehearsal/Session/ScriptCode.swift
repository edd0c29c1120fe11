// The code of a script, which is made where it is first needed: a check, an editor and a list of tests
// need none.

import RehearsalCode
import RehearsalCompiler
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSemantics
import RehearsalSyntax
import Synchronization

/// How a script without errors is played: what its headers say.
struct ScriptPlan: Sendable {
  var profile: Profile
  /// The playings of its scenarios, in their order.
  var cases: [ScenarioCase]
  /// The ends of apps that are no failure of the statements.
  var allowedEnds: Set<ExitReason> = []
  /// Whether the main file does something other than declaring, outside of scenarios.
  var hasStatements = true
  /// The devices on which a script without scenarios is played, each with what tells it from the
  /// others in titles.
  var wholePlayings: [(profile: Profile, remark: String)] = []
}

/// What a script was compiled to.
final class ScriptCode: Sendable {
  /// The code as machines run it.
  let image: CodeImage
  /// The code that the next input of a prompt is added to.
  let lastingImage: CodeImage
  let apps: [AppDescription]
  /// The options of its explorations, in their order.
  let explorations: [ExplorationSettings]
  /// What the next input of a prompt is added to; nil for a script of its own.
  let growth: IncrementalProgram?
  /// Whether the value of the last statement is shown at a prompt.
  let echo: Script.Echo

  init(
    image: CodeImage, lastingImage: CodeImage? = nil, apps: [AppDescription],
    explorations: [ExplorationSettings] = [], growth: IncrementalProgram? = nil,
    echo: Script.Echo = .never
  ) {
    self.image = image
    self.lastingImage = lastingImage ?? image
    self.apps = apps
    self.explorations = explorations
    self.growth = growth
    self.echo = echo
  }
}

/// The emission of a script's code, which happens once.
final class ScriptEmission: Sendable {
  private enum State {
    case waiting(CheckedScripts, ScriptPlan)
    case done(ScriptCode?, defects: [Diagnostic])
  }

  /// What was found out about scripts is changed while their code is emitted, under the lock alone.
  private struct Guarded: @unchecked Sendable {
    var state: State
  }

  private let guarded: Mutex<Guarded>

  /// Waits with the code of checked scripts.
  init(of checked: CheckedScripts, _ plan: ScriptPlan) {
    guarded = Mutex(Guarded(state: .waiting(checked, plan)))
  }

  /// Has its code already.
  init(_ code: ScriptCode) {
    guarded = Mutex(Guarded(state: .done(code, defects: [])))
  }

  /// Whether the code was made.
  var isDone: Bool {
    guarded.withLock { guarded in if case .done = guarded.state { true } else { false } }
  }

  /// The code, made where there is none yet; nil for code that is too large.
  var code: ScriptCode? { outcome.code }

  /// What was found in making the code; empty as long as nobody needs it.
  var defects: [Diagnostic] { isDone ? outcome.defects : [] }

  private var outcome: (code: ScriptCode?, defects: [Diagnostic]) {
    guarded.withLock { guarded in
      switch guarded.state {
      case .done(let code, let defects): return (code, defects)
      case .waiting(let checked, let plan):
        let compilation = Compiler.compile(checked)
        let code = compilation.program.map { ScriptCode($0, plan) }
        let defects = Array(compilation.diagnostics.dropFirst(checked.diagnostics.count))
        guarded.state = .done(code, defects: defects)
        return (code, defects)
      }
    }
  }
}

extension ScriptCode {
  /// Prepares a program for its machines.
  fileprivate convenience init(_ program: Program, _ plan: ScriptPlan) {
    var settings = SettingsReader()
    self.init(
      image: CodeImage(program),
      apps: program.units.indices.map { settings.description(ofApp: $0, in: program) },
      explorations: program.explorations.map {
        ExplorationSettings($0, in: program, allowing: plan.allowedEnds)
      })
  }
}
