// The programs of the comparison with other languages, inside this process: what the machine alone
// takes for them. `compare` holds them against the other languages.

import Foundation
import Rehearsal
import RehearsalSyntax

func registerPrograms() {
  let names = [
    "calls", "loop", "dispatch", "lists", "maps", "strings", "fields", "allocation", "doubles",
  ]
  for name in names {
    register("program \(name)", count: 1) {
      try session(of: try String(contentsOf: program(name), encoding: .utf8))
    } run: { session in
      try expectPass(&session)
    }
  }
}

private func program(_ name: String) -> URL {
  URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Programs/\(name).rehearsal")
}

/// A run of a script, before its first step.
func session(of text: String) throws -> Session {
  let script = Script(SourceText(name: "benchmark.rehearsal", text))
  guard let session = Session(script) else {
    throw Unprepared(reason: "\(script.diagnostics.map(\.message))")
  }
  return session
}

/// Runs a script that has to pass.
func expectPass(_ session: inout Session) throws {
  let report = session.run()
  guard report.hasPassed else { throw Unprepared(reason: "\(report)") }
}
