// The promises of the device under whatever a script does to it: a session is a value, so that one
// which was copied in the middle comes to the same world; records stand in the order of time, each
// after its cause.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

enum WorldTarget {
  static func check(_ source: SourceText) {
    let script = Script(source, limits: MachineTarget.limits)
    guard script.isRunnable, var session = Session(script) else { return }
    // Somewhere in the middle: the text says where, so that an input always gives the same.
    let middle = source.bytes.count % 17
    var copy: Session?
    var steps = 0
    while session.step() {
      steps += 1
      if steps == middle { copy = session }
    }
    check(session.simulation.history)
    guard var copy else { return }
    while copy.step() {}
    if copy.simulation.identity != session.simulation.identity {
      broken("a copied session comes to another world")
    }
    let renderer = RunRenderer(script)
    let (events, others) = (session.takeEvents(), copy.takeEvents())
    if events.count != others.count { broken("a copied session tells something else") }
    for case (.record(let record), .record(let other)) in zip(events, others)
    where renderer.line(record) != renderer.line(other) {
      broken("a copied session writes other records")
    }
  }

  private static func check(_ history: History) {
    var now = VirtualTime.zero
    for record in history.records(since: history.firstIndex) {
      if record.time < now { broken("a record is older than the one before it") }
      now = record.time
      if let cause = record.cause, cause >= record.index { broken("a record precedes its cause") }
    }
  }
}
