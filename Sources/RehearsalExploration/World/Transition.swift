// What can be done in a state of an exploration, and its outcome.

import Rehearsal
import RehearsalLifecycle

/// Something that can be done in a state of an exploration.
enum ExplorationAction: Hashable, Sendable {
  /// One of the alternatives, by its number on the page and that of the values of its names.
  case alternative(Int, combination: Int)
  /// Something that the world does.
  // Behind one reference: transitions are copied all the time.
  indirect case environment(EnvironmentAction)
  /// Time passes.
  case advance(TimeSpan)
  /// Time passes until a group of the state's moments is due.
  case deadline(Int)
}

extension ExplorationAction {
  /// The action with any values of its names; nil for what is no choice of the author, or only undoes
  /// something.
  var withoutValues: ExplorationAction? {
    switch self {
    case .alternative(let number, _): .alternative(number, combination: 0)
    case .environment(let action): action.isDisruption ? self : nil
    case .advance, .deadline: nil
    }
  }
}

/// An action, with how the choices of the world come out in it.
struct Transition: Hashable, Sendable {
  let action: ExplorationAction
  /// Whether any time may have passed before it, in which nothing was due.
  var isDelayed = false
  /// The number of each choice's outcome, in order; those after the last one come out the first way.
  var choices: [Int] = []

  /// The same after any time or at once; a deadline comes when it comes.
  func delayed(_ isDelayed: Bool) -> Transition {
    if case .deadline = action { return self }
    return Transition(action: action, isDelayed: isDelayed, choices: choices)
  }

  /// The same action with each other outcome of one of the choices that were not decided, those
  /// before it as they came out.
  ///
  /// - Parameter outcomeCounts: How many outcomes each choice could have.
  /// - Returns: The transitions, in the order of the choices.
  func alternatives(among outcomeCounts: [Int]) -> [Transition] {
    outcomeCounts.indices.dropFirst(choices.count).flatMap { position in
      (1..<max(1, outcomeCounts[position])).map { outcome in
        let first = choices + Array(repeating: 0, count: position - choices.count)
        return Transition(action: action, isDelayed: isDelayed, choices: first + [outcome])
      }
    }
  }
}

/// What must hold and does not.
enum ExplorationBreach: Hashable, Sendable {
  /// An `always`, by its number among the properties.
  case property(Int)
  /// An `expect` of the exploration's code.
  ///
  /// The file, the offset of the expectation in it, and its condition tell it from others.
  case expectation(file: String, offset: Int, condition: String)
  /// A built-in property, broken by an app.
  ///
  /// The reason of the exit tells it from others of the property.
  case builtIn(AppFault, app: String, reason: String)
}

/// The outcome of a transition.
struct TransitionOutcome: Sendable {
  /// Whether it took place: nothing of it was refused or declined.
  var isTaken = true
  /// What broke with it, in order.
  var breaches: [ExplorationBreach] = []
  /// The `sometimes` that hold now, by their numbers among the properties.
  var reached: [Int] = []
  /// How many outcomes each choice of the world could have, in order.
  var outcomeCounts: [Int] = []
  /// The messages that handlers of the script answered, in order.
  var handled: [HandledMessage] = []
  /// What was done to the device, in order, where the world keeps that.
  var deeds: [ScriptDeed] = []

  /// Adds the outcome of a transition that followed at once.
  mutating func add(_ next: TransitionOutcome) {
    isTaken = isTaken && next.isTaken
    breaches += next.breaches.filter { !breaches.contains($0) }
    reached += next.reached
    outcomeCounts = next.outcomeCounts
    handled += next.handled
  }
}

extension AppFault {
  /// What must not happen, as a sentence of the report.
  var title: String {
    switch self {
    case .crash: "no crash"
    case .watchdog: "no kill by the watchdog"
    case .backgroundTask: "no background task runs out"
    case .completion: "every completion is called in time"
    case .lock: "no lock is held at suspension"
    case .misuse: "no kill for a use that the system forbids"
    case .memory: "no app takes more memory than a process may"
    }
  }
}
