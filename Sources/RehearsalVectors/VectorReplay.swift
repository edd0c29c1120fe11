// A vector of a file against the device: its script is played again, and what the app then meets is held
// against what the vector says.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// A vector of a file, played again.
package struct VectorReplay {
  private let lives: [RecordedLife]
  private let steps: [[JSONValue]]

  /// Plays a vector; nil for an invalid one, which is no device's.
  ///
  /// - Throws: `VectorError` for one that cannot be played.
  package init?(_ vector: JSONValue) throws(VectorError) {
    let sides = vector["sides"]?.elements ?? []
    guard !sides.isEmpty || vector["steps"] != nil else { return nil }
    let name = vector["id"]?.string ?? ""
    let script = Script(SourceText(name: "\(name).rehearsal", vector["script"]?.string ?? ""))
    let conflict = vector["conflict"]?.string.flatMap { SourceConflict.Choice(rawValue: $0) }
    let evidences = sides.map { $0["evidence"]?.string.flatMap { Evidence(rawValue: $0) } }
    lives = (evidences.isEmpty ? [nil] : evidences).compactMap { evidence in
      RecordedLife(0, of: script) { profile in
        if let conflict, let evidence { profile.evidenceByConflict[conflict] = evidence }
      }
    }
    steps =
      sides.isEmpty
      ? [vector["steps"]?.elements ?? []] : sides.map { $0["steps"]?.elements ?? [] }
    guard lives.count == steps.count else { throw VectorError("\(name) cannot be played") }
  }

  /// Whether the device does what the vector says.
  package var isSame: Bool { lives.map { $0.steps.map(\.json) } == steps }

  /// The rules that an edit breaks; nil among them for a step of which no rule speaks.
  package func broken(by edit: String) -> Set<String?> {
    guard let edit = VectorEdit(edit), let steps = lives.first?.steps else { return [] }
    return Set(VectorEdit.broken(from: steps, to: edit.applied(to: steps)).map { $0?.description })
  }
}

/// Why a vector cannot be played.
package struct VectorError: Error, CustomStringConvertible {
  /// The reason, for people.
  package let description: String

  init(_ description: String) { self.description = description }
}

extension LifecycleVectors {
  /// The conflicts in which a profile takes a side.
  package static let conflicts = Set(SourceConflict.Choice.allCases.map(\.rawValue))
}
