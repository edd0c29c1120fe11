// Variables that count what an app is sent. An added interruption is one more of it, so an expectation of
// the exact number says nothing against the app as long as each was counted, once. Where the number is
// not what was sent, as with an order that is sent again, it does.

import Rehearsal
import RehearsalCode
import RehearsalLifecycle
import RehearsalValues

/// Compares variables with what apps were sent.
struct CountedDeliveries {
  private let program: Program
  private let facts: FactFinder

  init(_ program: Program) {
    self.program = program
    facts = program.facts
  }

  /// Whether a variable is another one in two runs only because it counts what its process was sent: in
  /// the one that was not disturbed it is as large as the number of deliveries whose handlers change it.
  ///
  /// In the other one it is, too, unless a process was started anew, which counts from its own beginning
  /// what the system sends, or something was made to fail, which is counted once less. What the user
  /// does in the new process has to count there as it did in the old one.
  ///
  /// - Parameters:
  ///   - name: The name of the variable.
  ///   - app: The app whose process holds it.
  ///   - session: The disturbed run.
  ///   - other: The other run at the same place of the script.
  ///   - letsFail: Whether the disturbance makes something fail.
  /// - Returns: Whether only what the process was sent makes it another one.
  /// - Complexity: O(*n*) in the records of both.
  func count(
    _ name: String, of app: AppIdentifier, in session: inout Session, and other: inout Session,
    where letsFail: Bool
  ) -> Bool {
    let unit = Int(clamping: session.handle(of: app).number)
    guard program.units.indices.contains(unit),
      let size = session.memory(name, of: app)?.count, size != other.memory(name, of: app)?.count,
      let otherSize = other.memory(name, of: app)?.count
    else { return false }
    // What is counted at most once tells that it was, and not how often.
    guard !facts.isComparedBeforeChange(name, inUnit: unit) else { return false }
    let changers = facts.changers(of: name, inUnit: unit)
    let (tally, otherTally) = (Tally(session, app), Tally(other, app))
    let touches = changers.controls.map { tally.actions[$0, default: 0] }
    guard touches == changers.controls.map({ otherTally.actions[$0, default: 0] }) else {
      return false
    }
    let touchCount = touches.reduce(0, +)
    let isAnew = tally.life != otherTally.life && touchCount == 0
    func isCounted(_ count: Int) -> Bool {
      isAnew || count == size || letsFail && count == size + 1
    }
    if otherSize == otherTally.count(of: changers.handlers) + touchCount {
      return isCounted(tally.count(of: changers.handlers) + touchCount)
    }
    // An observer is added once in a process, and is what runs from then on.
    let isObserved =
      touchCount == 0
      && changers.handlers.allSatisfy { otherTally.messages[$0, default: 0] <= 1 }
    return isObserved
      && otherTally.notifications.contains {
        $1 == otherSize && isCounted(tally.notifications[$0, default: 0])
      }
  }

  /// What the living process of an app was sent.
  private struct Tally {
    var messages: [String: Int] = [:]
    var notifications: [SystemNotification: Int] = [:]
    var actions: [Int: Int] = [:]
    /// Which of the app's processes it is.
    let life: Int

    init(_ session: Session, _ app: AppIdentifier) {
      let life = session.simulation.device.incarnations(of: app)
      self.life = life
      session.simulation.history.forEach(since: 0) { record in
        guard record.app == app, Int(record.incarnation) == life else { return }
        switch record.subject {
        case .message(let message) where record.handled == true:
          messages[message.definition.handler, default: 0] += 1
        case .notification(let notification) where record.handled == true:
          notifications[notification, default: 0] += 1
        case .action(let control): actions[control, default: 0] += 1
        default: break
        }
      }
    }

    func count(of handlers: Set<String>) -> Int {
      handlers.reduce(0) { $0 + messages[$1, default: 0] }
    }
  }
}

extension ScriptValue {
  /// How much it counts: a number, or the elements of a list.
  fileprivate var count: Int? {
    switch self {
    case .integer(let number): Int(clamping: number)
    case .list(let elements): elements.count
    default: nil
    }
  }
}
