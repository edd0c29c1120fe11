// What decides how the code of a scripted app continues: its machine, and what it is in the middle of.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension ScriptedApp {
  /// Combines the machine, and what else decides how the code continues.
  ///
  /// What was printed and logged is over; how much of it there was counts for its own limit only.
  package func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
  ) {
    var known: CodeDigest?
    digest(into: &digester, numbering: numbering, moments: &moments, knowing: &known)
  }

  package func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups,
    knowing known: inout CodeDigest?
  ) {
    if known?.isOf(machine.place, numbering) != true { known = nil }
    let ofMachine = known?.digest ?? identity(numbering, &moments, &known)
    digester.combine(ofMachine)
    digester.combine(message.map { UInt64($0.rawValue) + 1 } ?? 0)
    let scene = currentScene.map { numbering.rank(of: $0.handle) ?? .max }
    digester.combine(scene.map { $0 &+ 1 } ?? 0)
    digester.combine(isBeforeApplication)
  }

  /// Where the machine is.
  package var place: CodePlace? { machine.place }

  /// The machine's identity, which is known from here on where it holds no moments.
  private func identity(
    _ numbering: ProcessNumbering, _ moments: inout MomentGroups, _ known: inout CodeDigest?
  ) -> StateDigest {
    let callbacks = numbering.callbacks.map { FunctionReference(number: $0.number) }
    let instances = numbering.scenes.map { [0] + $0.map { Int($0.number) } }
    var holdsMoments = false
    let digest = machine.identity(
      callbacks: callbacks, instances: instances, rankOfHandle: numbering.rank
    ) { span in
      if MomentGroups.mayBeMoment(span) { holdsMoments = true }
      return moments.meet(kept: span)
    }
    known = holdsMoments ? nil : CodeDigest(digest, of: machine.place, numbering)
    return digest
  }
}
