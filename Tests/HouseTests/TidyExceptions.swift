// What the tidy checks excuse, with reasons.
//
// An exception speaks of one check and of files, functions or types. A subject that needs no excuse
// is stale and fails the tests, so the list can only hold what is true.

/// One check that some files, functions or types may fail, and why.
struct TidyException: Sendable {
  let name: TidyCheck.Name
  /// The paths, or the names of functions and types.
  let subjects: [String]
  let reason: String

  init(_ name: TidyCheck.Name, of subjects: [String], because reason: String) {
    self.name = name
    self.subjects = subjects
    self.reason = reason
  }

  static let all: [TidyException] = [
    TidyException(
      .bannedName,
      of: [
        "Sources/RehearsalDevice/Tasks/VirtualClock.swift"
      ], because: "the clock starts tasks on its own executor, which runs on its caller's thread"),
    TidyException(
      .bannedName,
      of: [
        "Sources/RehearsalMachine/Running/SessionDeadline.swift",
        "Sources/RehearsalExplorationTesting/ScriptExploration.swift",
      ],
      because: "a deadline is of the host's own time, which decides nothing but that a run ends"),
    TidyException(
      .bannedName, of: ["Sources/LifecycleServices/UIKitServices.swift"],
      because: "the services of a device live in the time of the device"),
    TidyException(
      .bannedName, of: ["Sources/RehearsalTesting/ScenarioRecord.swift"],
      because: "a report for build servers adds up the computer's time, which decides nothing"),
    TidyException(
      .bannedName, of: ["Sources/RehearsalDeviceTesting/TraceSnapshots.swift"],
      because: "the environment says whether a test run records"),
    TidyException(
      .bannedName, of: ["Sources/RehearsalPrompt/Terminal/PromptHost.swift"],
      because: "a prompt says how long an input took, which decides nothing"),
    TidyException(
      .functionLength, of: ["interpret"],
      because: "the loop is one switch: what is split off into functions costs each instruction"),
    TidyException(
      .functionLength,
      of: [
        "Operation.shape", "RefusalReason.row", "RefusalReason.text", "DeviceState.route",
        "WakeUpKind.row", "LimitName.row",
      ],
      because: "a table: a row for each case"),
    TidyException(
      .functionLength, of: ["EditorFile.sublimeSyntax"],
      because: "the text of a file, which stands in it as it is"),
    TidyException(
      .scatteredType, of: ["RehearsalLifecycle.AppContext"],
      because: "each part of the device adds the requests that it answers, in its own file"),
    TidyException(
      .scatteredType, of: ["RehearsalSemantics.CompilerDiagnostic"],
      because: "each check has its words in its own file"),
    TidyException(
      .scatteredType, of: ["RehearsalAudit.AuditedApp"],
      because: "each kind of check asks the app, in its own file"),
    TidyException(
      .unusedDeclaration,
      of: [
        "allKeys",
        "decodeNil",
        "nestedContainer",
        "nestedUnkeyedContainer",
        "superDecoder",
        "superEncoder",
      ], because: "the protocols of encoders and decoders ask for them"),
    TidyException(
      .unusedDeclaration, of: ["appendInterpolation", "appendLiteral"],
      because: "the compiler asks types whose values are written with interpolations"),
    TidyException(
      .unusedDeclaration, of: ["checkIsolated", "isIsolatingCurrentContext"],
      because: "the runtime asks executors"),
    TidyException(
      .unusedDeclaration, of: ["isRecursive"],
      because: "Swift Testing asks the traits of suites"),
    TidyException(
      .unusedDeclaration, of: ["encodeTestArgument"],
      because: "a protocol of Swift Testing asks for it"),
    TidyException(
      .unusedDeclaration, of: ["padding"], because: "it holds a place in the layout of memory"),
  ]
}

extension [TidyException] {
  /// The findings that no exception excuses, and a finding for each subject that needs no excuse.
  func apply(to findings: [TidyCheck.Name: [Finding]]) -> [Finding] {
    let open = findings.flatMap { name, found in
      found.filter { finding in
        !contains { $0.name == name && $0.subjects.contains(finding.subject) }
      }
    }
    let stale = flatMap { exception in
      let needed = Set((findings[exception.name] ?? []).map(\.subject))
      return exception.subjects.filter { !needed.contains($0) }.map {
        Finding(path: $0, message: "[\(exception.name)] needs no excuse: remove the exception")
      }
    }
    return (open + stale).sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }
}
