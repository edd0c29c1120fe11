// The form of JSON Lines: the one list of the objects and their contents. The page that
// `rehearse explain json` shows is made of it, and the tests hold what is written against it.

/// An object of a report in JSON Lines, by its key `event`.
package enum JSONForm: String, CaseIterable, Sendable {
  case runBegan, scriptBegan, warning, caseBegan, scenarioBegan, record, output, failure
  case scenarioEnded, caseEnded, difference, scriptEnded, runEnded, change, mutationEnded
  case exploration, explorationsEnded

  /// When it is written.
  package var summary: String {
    switch self {
    case .runBegan: "once, before everything else"
    case .scriptBegan: "a script was read"
    case .warning: "the check of a script has a warning, or its run has one in a case"
    case .caseBegan: "`rehearse test` begins a case"
    case .scenarioBegan: "`rehearse run` begins a scenario on a fresh device"
    case .record: "the device wrote a record; `rehearse run` only"
    case .output: "the script or an app printed"
    case .failure: "an expectation failed, or code failed"
    case .scenarioEnded: "a scenario of `rehearse run` ended"
    case .caseEnded: "a case of `rehearse test` ended"
    case .difference: "a case has different results on the systems on which it runs"
    case .scriptEnded: "a script ended"
    case .runEnded: "once, after everything else"
    case .change: "`rehearse mutate` made a change and ran the scenarios that execute it"
    case .mutationEnded: "once, at the end of `rehearse mutate`"
    case .exploration: "`rehearse explore` has searched an exploration"
    case .explorationsEnded: "once, at the end of `rehearse explore`"
    }
  }

  /// The keys other than `event`, each with its content.
  package var fields: [Field] {
    switch self {
    case .runBegan: [.version, .scripts, .seed, .configuration, .leftOutPaths]
    case .scriptBegan: [.file, .apps]
    case .warning: [.file, .title, .diagnostic]
    case .caseBegan: [.file, .line, .title, .parameters, .tags, .repetition]
    case .scenarioBegan: [.file, .title]
    case .record: [.file, .record, .place]
    case .output: [.file, .title, .text, .app]
    case .failure: [.file, .title, .failure]
    case .scenarioEnded: [.file, .title, .status, .expectations, .duration]
    case .caseEnded:
      [
        .file, .line, .title, .repetition, .status, .reason, .expectations, .duration, .problems,
        .timeline, .storm,
      ]
    case .difference: [.file, .line, .title, .systems, .reasons]
    case .scriptEnded: [.file, .idle]
    case .runEnded: [.passed, .failed, .skipped, .leftOut, .interrupted, .exitCode]
    case .change: [.file, .line, .change, .outcome]
    case .mutationEnded: [.changes, .noticed, .score, .exitCode]
    case .exploration: [.file, .line, .title, .verdict, .search, .error]
    case .explorationsEnded: [.exitCode]
    }
  }

  /// A key of an object.
  package enum Field: String, CaseIterable, Sendable {
    case event, version, scripts, seed, configuration, leftOutPaths, file, apps, diagnostic, line,
      title
    case parameters, tags
    case repetition, record, place, text, app, failure, status, reason, expectations, duration
    case problems, timeline, systems, reasons, storm, passed, failed, skipped, leftOut, interrupted
    case exitCode, change, outcome, changes, noticed, score
    case verdict, search, error, idle

    /// What is there, with its type and unit.
    package var meaning: String {
      switch self {
      case .event: "the kind of the object: a string, one of those listed here"
      case .version: "the version of this form: the number \(JSONForm.version)"
      case .scripts: "how many scripts the run has: a number"
      case .seed: "the seed of the random order, absent without one: a number"
      case .configuration:
        "the rehearse.toml that set options, absent without one: a string"
      case .leftOutPaths:
        "what looks like scripts and is none of the run, absent without any: a list of objects, each "
          + "with path and reason"
      case .file: "the path of the script, as it was found: a string"
      case .apps: "the names of the apps, by the number that records give: a list of strings"
      case .diagnostic:
        "the diagnostic: identifier, severity, message, place (file, line, column), notes"
      case .line: "the line at which the case is declared, from 1: a number"
      case .title: "the title of the case or scenario, absent in statements: a string"
      case .parameters: "the values that the case was made for, by name: strings"
      case .tags: "the tags of the scenario: a list of strings"
      case .repetition: "which run of the case it is, from 1: a number"
      case .record:
        "index, time (nanoseconds), app (its number), incarnation, kind, name, state, handled, "
          + "declined (of a refusal), rule, cause (the index of a record), detail; absent without one"
      case .place:
        "the place of the statement that caused it (file, line, column), absent without one"
      case .text: "what was printed, without its line end: a string"
      case .app: "the number of the app that printed, absent for the script: a number"
      case .failure:
        "kind (expectation, fault, appFault, appEnd, warning, unexpectedPass), time (nanoseconds), place, "
          + "message, parts and loopVariables (each its text and its value), callers (each function "
          + "and place), fault (identifier, message, stack), app, isHang, reason"
      case .status: "passed, failed, skipped, error or notRun: a string"
      case .reason: "why it was skipped or had to fail, absent otherwise: a string"
      case .expectations: "how many expectations were evaluated: a number"
      case .duration: "the virtual time that it took, in nanoseconds: a number"
      case .problems:
        "the problems, each with kind, message, place if it has one, and full text"
      case .timeline: "what happened in a case that failed: a list of lines"
      case .systems: "the results on each system: a list of objects, each with system and status"
      case .reasons:
        "the cause of each difference: from and to (systems), rule (its number) and statement; "
          + "without the last two if the script itself asks for the system"
      case .storm:
        "what `rehearse storm` found: disturbances (names), steps (text, line, moment, deadline, time "
          + "in nanoseconds, marks: for each disturbance . survived, x did not survive, - was not "
          + "possible), findings (disturbances, step, message, differences, cause, scenario), "
          + "handlersNeverRun (absent where only a part was tried)"
      case .passed, .failed, .skipped, .leftOut, .interrupted, .change, .outcome, .changes,
        .noticed,
        .score, .verdict, .search, .error, .exitCode, .idle:
        meaningAtAnEnd
      }
    }

    /// The same for what is there at the end of a run, of a change or of a search.
    private var meaningAtAnEnd: String {
      switch self {
      case .passed, .failed, .skipped: "how many cases had this result, in `test`: a number"
      case .leftOut: "how many chosen cases `--fail-fast` left out: a number"
      case .interrupted: "whether the user stopped it, in `rehearse test`: true or false"
      case .change: "a description of the change: a string"
      case .outcome:
        "noticed (a scenario fails with it), unnoticed, notRun (no scenario executes it) or "
          + "invalid (it gives no valid script, and does not count): a string"
      case .changes, .noticed: "how many changes count, and how many were detected: a number"
      case .score: "the detected changes in percent, absent without changes: a number"
      case .verdict: "the verdict of an exploration, absent if it ended in an error: a string"
      case .search:
        "states, zones, transitions, diameter, levels (disruptions, end, states, transitions), "
          + "counterexamples (title, place, disruptions, steps, scenario, deeds, changes, essentials, "
          + "passingNeighbour, isReplayed), known, neverReached, handlersNeverRun, restrictions, "
          + "growing (name, action, place)"
      case .error: "the error that ended an exploration, absent without one: a string"
      case .exitCode: "the exit code of the command: a number"
      default:
        "the scenarios that also pass if the apps do nothing, with `--idle-apps` alone: count (how many "
          + "were played) and passing (their titles)"
      }
    }
  }

  /// The version of the form: another one where a reader of this one would go wrong.
  package static let version = 1
}
