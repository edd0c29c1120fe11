// What makes an invalid vector of a valid one: one step is left out, sent twice, or changes places with
// the next. Which rules that breaks, the difference of the two tells.

import RehearsalLifecycle

/// A change of one place in a list of steps.
package enum VectorEdit: Hashable, Sendable {
  /// The step at that position is left out.
  case drop(Int)
  /// The step at that position comes twice.
  case insert(Int)
  /// The step at that position and the next one change places.
  case swap(Int)

  /// The edit as vectors write it, with positions from 0.
  package var text: String {
    switch self {
    case .drop(let position): "drop \(position)"
    case .insert(let position): "insert \(position)"
    case .swap(let position): "swap \(position) \(position + 1)"
    }
  }

  /// Reads an edit; nil for a text that is none.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 2, let position = Int(words[1]), position >= 0 else { return nil }
    switch words[0] {
    case "drop": self = .drop(position)
    case "insert": self = .insert(position)
    case "swap": self = .swap(position)
    default: return nil
    }
  }

  /// The edit in words.
  func words(_ steps: [VectorStep]) -> String {
    switch self {
    case .drop(let position): "without \(steps[position].name)"
    case .insert(let position): "\(steps[position].name) twice"
    case .swap(let position): "\(steps[position + 1].name) before \(steps[position].name)"
    }
  }

  /// The steps with the edit; as they are where it does not fit.
  package func applied(to steps: [VectorStep]) -> [VectorStep] {
    var steps = steps
    switch self {
    case .drop(let position) where steps.indices.contains(position): steps.remove(at: position)
    case .insert(let position) where steps.indices.contains(position):
      steps.insert(steps[position], at: position)
    case .swap(let position) where steps.indices.contains(position + 1):
      steps.swapAt(position, position + 1)
    default: break
    }
    return steps
  }

  /// An edit that breaks a rule and no other; nil where the steps have none.
  static func breaking(_ rule: RuleNumber, in steps: [VectorStep]) -> VectorEdit? {
    let positions = steps.indices.filter { steps[$0].rule == rule && steps[$0].kind != .read }
    let swaps = positions.filter { position in
      position + 1 < steps.count && steps[position + 1].rule == rule
        && steps[position + 1].process == steps[position].process
        && steps[position + 1].kind != .end && steps[position].kind != .end
    }.map { VectorEdit.swap($0) }
    let calls = positions.filter { steps[$0].kind != .end }
    let all: [[VectorEdit]] = [
      swaps, calls.map { .insert($0) }, positions.map { .drop($0) },
    ]
    // Each kind comes first for a third of the rules.
    let first = Int(rule.rawValue) % all.count
    let edits = (all[first...] + all[..<first]).flatMap(\.self)
    return edits.first { broken(from: steps, to: $0.applied(to: steps)) == [rule] }
  }

  /// The rules by which steps differ from what a device does; nil among them for a step that no rule
  /// speaks of.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of both
  package static func broken(
    from valid: [VectorStep], to steps: [VectorStep]
  ) -> Set<RuleNumber?> {
    let difference = steps.map(\.withoutTime).difference(from: valid.map(\.withoutTime))
    var rules: Set<RuleNumber?> = []
    for change in difference {
      switch change {
      case .remove(let position, _, _): rules.insert(valid[position].rule)
      case .insert(let position, _, _): rules.insert(steps[position].rule)
      }
    }
    return rules
  }
}
