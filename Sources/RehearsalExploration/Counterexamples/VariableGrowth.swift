// Which variables grow without end: a counter that nobody resets makes new states for ever. A shortest
// way never comes round to where a slow cycle begins again, so growing on it says little; what grew
// has to continue growing when the transitions by which it last grew are done again and again.

import Rehearsal
import RehearsalSyntax
import RehearsalValues

/// Finds the variables that grow without end among those that grow on a path.
struct VariableGrowth {
  /// How the size of a variable continues the path.
  private struct SizeTrace {
    let name: String
    var last: UInt64
    /// What was done when it grew last, and the message that was answered then.
    var action: Transition?
    var handled: HandledMessage?
    /// The positions after the transitions by which it grew, since it shrank last.
    var increases: [Int] = []
  }

  private let path: [Transition]
  /// The states at the beginning and at the end of the path.
  private let start: ExplorationWorld
  private var end: ExplorationWorld
  private var traces: [SizeTrace]

  /// How many bytes of values may still be inspected: lists that hold each other are large to walk,
  /// though they take little.
  private(set) var room: Int

  /// How many bytes are inspected for one search.
  static let mostBytes = 64 << 20
  /// How often a variable has to grow on the path.
  private static let leastIncreases = 4
  /// How often what makes it grow is done again, and how many transitions that may be.
  private static let repetitions = 1_200
  private static let mostTransitions = 20_000
  /// After how many rounds large values are taken to continue growing, when they have taken their share of
  /// the room.
  private static let leastRounds = 48

  /// Goes a path; where not all of it takes place, nothing is known of what grows.
  ///
  /// - Parameters:
  ///   - path: What is done.
  ///   - world: The state that it begins at.
  ///   - room: How many bytes of values may be inspected.
  init(on path: [Transition], from world: ExplorationWorld, within room: Int) {
    self.path = path
    self.room = room
    (start, end) = (world, world)
    traces = world.sizes(&self.room).map { SizeTrace(name: $0.name, last: $0.size) }
    for (position, transition) in path.enumerated() where self.room > 0 {
      guard let outcome = try? end.act(transition), outcome.isTaken else {
        traces = []
        return
      }
      note(end.sizes(&self.room), after: position + 1, transition, outcome.handled.last)
    }
  }

  private mutating func note(
    _ sizes: [(name: String, size: UInt64)], after position: Int, _ action: Transition,
    _ handled: HandledMessage?
  ) {
    for (name, size) in sizes {
      guard let known = traces.firstIndex(where: { $0.name == name }) else {
        traces.append(SizeTrace(name: name, last: size))
        continue
      }
      if size > traces[known].last {
        traces[known].increases.append(position)
        (traces[known].action, traces[known].handled) = (action, handled)
      }
      if size < traces[known].last { traces[known].increases = [] }
      traces[known].last = size
    }
  }

  /// What appears to grow without end: its name, what made it grow last, and where the code that
  /// handled that is.
  mutating func growing() -> [(name: String, action: Transition?, place: SourcePlace?)] {
    traces.filter {
      $0.increases.count >= Self.leastIncreases && growsOn($0)
    }.map { trace in
      let name = String(trace.name.prefix { $0 != "[" })
      return (
        trace.name, trace.action,
        end.place(ofVariable: name) ?? trace.handled.flatMap(end.place)
          ?? trace.action.flatMap(end.place)
      )
    }
  }

  /// Whether a variable continues growing with the transitions by which it grew last, or with those and some
  /// before them.
  private mutating func growsOn(_ trace: SizeTrace) -> Bool {
    (2...Self.leastIncreases).contains { count in
      let round = path[trace.increases[trace.increases.count - count]...]
      return grows(trace, with: round.prefix((trace.increases.last ?? 0) - round.startIndex))
    }
  }

  private mutating func grows(_ trace: SizeTrace, with round: ArraySlice<Transition>) -> Bool {
    var (world, size) = (start, trace.last)
    // What comes after the round may have led to where it cannot be done.
    guard path[..<round.endIndex].allSatisfy({ world.takes($0) }) else { return false }
    let share = room / 16
    var left = share
    defer { room -= share - left }
    for number in 0..<max(2, min(Self.repetitions, Self.mostTransitions / max(1, round.count))) {
      let before = size
      for transition in round {
        guard left > 0 else { return number >= Self.leastRounds }
        guard world.takes(transition) else { return false }
        // An app that does not run has no variables, and one without windows no last one.
        guard let next = world.sizes(&left).first(where: { $0.name == trace.name })?.size else {
          continue
        }
        guard next >= size else { return false }
        size = next
      }
      guard size > before else { return false }
    }
    return true
  }
}

extension ExplorationWorld {
  /// Does what a transition says; false where it does not take place.
  fileprivate mutating func takes(_ transition: Transition) -> Bool {
    (try? act(transition))?.isTaken == true
  }

  /// How large the variables are that can grow, and the elements of short lists.
  fileprivate func sizes(_ room: inout Int) -> [(name: String, size: UInt64)] {
    let values = variables + storedValues
    room -= values.reduce(0) { $0 + $1.value.heldBytes }
    return counts.map { ($0.name, UInt64($0.count)) }
      + values.flatMap { name, value -> [(name: String, size: UInt64)] in
        guard let size = value.size else { return [] }
        guard case .list(let elements) = value, elements.count <= 16 else { return [(name, size)] }
        let parts = elements.enumerated().compactMap { number, element in
          element.size.map { (name: "\(name)[\(number)]", size: $0) }
        }
        return [(name, size)] + parts
      }
  }
}

extension ScriptValue {
  /// What grows where a value does; nil for values that do not.
  fileprivate var size: UInt64? {
    switch self {
    case .integer(let number): number.magnitude
    case .string(let text): UInt64(text.utf8.count)
    case .list(let elements): UInt64(elements.count)
    case .map(let entries): UInt64(entries.count)
    case .duration(let nanoseconds): nanoseconds.magnitude
    default: nil
    }
  }
}
