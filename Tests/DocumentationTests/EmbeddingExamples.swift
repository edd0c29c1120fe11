// The Swift examples of the documentation's pages, compiled as they stand there. A test holds
// each block of a page to this file, and runs the functions.

import Rehearsal
import RehearsalSyntax

func play(_ text: String) -> [String] {
  let script = Script(SourceText(name: "notes.rehearsal", text))
  guard var session = Session(script) else {
    return script.diagnostics.map { "\($0.identifier.rawValue) \($0.message)" }
  }
  let renderer = RunRenderer(script)
  var lines: [String] = []
  let report = session.run { event in
    switch event {
    case .record(let record): lines += renderer.line(record).map { [$0] } ?? []
    case .output(let line, _): lines.append(line)
    default: break
    }
  }
  lines.append(report.hasPassed ? "passed" : "failed")
  return lines
}

func fork(_ session: Session) -> Bool {
  var first = session
  var second = session
  return first.run().hasPassed == second.run().hasPassed
}
