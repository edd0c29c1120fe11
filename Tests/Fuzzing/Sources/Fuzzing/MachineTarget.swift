// The promises of compiling and running: no defect of the compiler, an end within the limits, and
// the same run whether memory is collected seldom or at every allocation.

import Rehearsal
import RehearsalSyntax

enum MachineTarget {
  /// Low, so that scripts which never end do so at once.
  static let limits: RunLimits = {
    var limits = RunLimits()
    limits.outside.instructions = 20_000
    limits.app.instructions = 5_000
    limits.outside.heapBytes = 1 << 20
    limits.app.heapBytes = 1 << 20
    limits.device.eventsAtOneInstant = 200
    limits.events = 2_000
    limits.outputBytes = 64 << 10
    return limits
  }()

  static func check(_ source: SourceText) {
    let script = Script(source, limits: limits)
    ParserTarget.check(script.diagnostics)
    if script.diagnostics.contains(where: { $0.message.contains("defect") }) {
      broken("the compiler made code that the verifier refuses")
    }
    guard script.isRunnable else { return }
    let shown = lines(script, collectsAlways: false)
    guard source.bytes.count < 400, shown.count < 50 else { return }
    let again = lines(script, collectsAlways: true)
    // Garbage counts towards the memory of one and not of the other.
    if shown != again, !(shown + again).joined().contains("E0803") {
      broken("collecting at every allocation changes the run: \(shown) \(again)")
    }
  }

  /// What a run shows.
  private static func lines(_ script: Script, collectsAlways: Bool) -> [String] {
    guard var session = Session(script, collectsAlways: collectsAlways) else { return [] }
    let renderer = RunRenderer(script)
    var lines: [String] = []
    _ = session.run { event in
      switch event {
      case .record(let record): if let line = renderer.line(record) { lines.append(line) }
      case .output(let text, _): lines.append(text)
      case .failure(let failure): lines.append(renderer.text(failure))
      case .warning(let warning): lines.append(renderer.text([warning]))
      case .scenarioBegan(_, let title): lines.append(renderer.heading(title))
      case .scenarioEnded(let result): lines.append(renderer.line(result))
      }
    }
    return lines
  }
}
