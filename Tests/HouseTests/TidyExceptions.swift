// What the tidy checks excuse, with reasons.
//
// An exception speaks of one check in one file. One that excuses nothing is stale and fails the
// tests, so the list can only hold what is true.

/// One check that one file may fail, and why.
struct TidyException: Sendable {
  let name: TidyCheck.Name
  let path: String
  let reason: String

  static let all: [TidyException] = [
    TidyException(
      name: .fileLength, path: "Sources/RehearsalMachine/Running/Interpreter.swift",
      reason: "the loop is one switch: what is split off into functions costs each instruction"),
    TidyException(
      name: .bannedName, path: "Sources/Rehearsal/Tasks/VirtualClock.swift",
      reason: "the clock starts tasks on its own executor, which runs on its caller's thread"),
  ]
}

extension [TidyException] {
  /// The findings that no exception excuses, and a finding for each exception that excuses nothing.
  func apply(to findings: [TidyCheck.Name: [Finding]]) -> [Finding] {
    let open = findings.flatMap { name, found in
      found.filter { finding in
        !contains { $0.name == name && $0.path == finding.path }
      }
    }
    let stale = filter { exception in
      findings[exception.name]?.contains { $0.path == exception.path } != true
    }.map {
      Finding(path: $0.path, message: "[\($0.name)] is excused for nothing: remove the exception")
    }
    return (open + stale).sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }
}
