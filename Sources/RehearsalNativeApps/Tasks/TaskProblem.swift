// What about tasks cannot be controlled, and where in the source it is. Looking lines up takes the
// system's libraries, which the command does without; so an observer, such as a test, supplies how
// calls are captured, and nothing is captured without one.

import Rehearsal

/// A line of Swift code, in a test or in what it tests.
public struct CodePlace: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as `#filePath` gives it.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The file's name and the line.
  public var description: String { "\(file.split(separator: "/").last ?? ""):\(line)" }
}

/// Something about tasks that cannot be controlled, for people.
public struct TaskProblem: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// Code of the main actor was to run where the main actor was not at hand.
    case mainActorNeeded
    /// Something that is not controlled resumed a task: a dispatch queue, another thread, or a task
    /// that was begun outside of control.
    case resumedFromOutside
    /// The tasks went on and on at one moment.
    case endlessJobs
    /// Code asked the computer for something that takes its time, which no device of the simulator's
    /// has.
    case foreignWork(ForeignWork)
    /// Code that nothing controls asked the system on behalf of a process, as a block of a dispatch
    /// queue does, a timer of a run loop, and an observer of what something else posted.
    case askedFromOutside
  }

  /// What code can ask the computer for.
  public enum ForeignWork: String, CaseIterable, Hashable, Sendable {
    /// A block for the main queue, as `DispatchQueue.main.async` does.
    case mainQueue
    /// A block that comes later, as `asyncAfter` does.
    case delayedBlock
    /// A timer of a run loop, as `Timer.scheduledTimer` does.
    case runLoopTimer
    /// A thread that sleeps, as `Thread.sleep` does.
    case sleepingThread

    fileprivate var text: String {
      switch self {
      case .mainQueue:
        "a block was dispatched to the main queue, where nothing of the simulated process runs: "
          + "use `Task { @MainActor in … }` instead"
      case .delayedBlock:
        "a block was scheduled on a dispatch queue by the computer's clock: let a task sleep on the "
          + "clock of the process instead"
      case .runLoopTimer:
        "a timer was added to a run loop of the computer, where it never fires in virtual time: use "
          + "a timer of the process instead"
      case .sleepingThread:
        "a thread sleeps by the computer's clock, while virtual time stands still: let a task sleep "
          + "on the clock of the process instead"
      }
    }
  }

  /// What is wrong.
  public let reason: Reason
  /// The line that resumed the task, or else the one at which it was begun; nil where neither is
  /// known, and while nobody watches, as the trait `controlledTasks` of a test does.
  public let place: CodePlace?
  /// Whether the place is where the task was begun.
  let isBeginning: Bool

  /// Where it is, what is wrong, and what to do.
  public var description: String {
    let text =
      switch reason {
      case .mainActorNeeded:
        "code of the main actor cannot run here: advance the simulation on the main actor, as in a "
          + "test function marked `@MainActor`"
      case .resumedFromOutside:
        "a task \(isBeginning ? "that begins here " : "")was resumed by something outside of "
          + "the simulation, such as a dispatch queue or a network request: give the code something "
          + "that takes virtual time instead"
      case .foreignWork(let work): work.text
      case .askedFromOutside:
        "the system was asked for something by code outside of the simulation, such as a block on a "
          + "dispatch queue, a timer of a run loop, or an observer of a notification that was not the "
          + "device's; it has no effect"
      case .endlessJobs:
        "the tasks never settle: \(TaskSchedule.mostJobs) jobs ran at one moment"
      }
    return place.map { "\($0): \(text)" } ?? text
  }
}

/// The calls that led to a moment, to be looked up when somebody asks.
package protocol CapturedCalls: Sendable {
  /// The innermost line that is not the simulator's; nil if there is none.
  var place: CodePlace? { get }
}

/// A problem whose lines have not been looked up.
package struct FoundProblem: Sendable {
  let reason: TaskProblem.Reason
  let calls: (any CapturedCalls)?
  let origin: (any CapturedCalls)?

  /// The problem with its line, which takes a while to be looked up.
  package func problem() -> TaskProblem {
    let place = calls?.place
    let beginning = place == nil ? origin?.place : nil
    return TaskProblem(
      reason: reason, place: place ?? beginning, isBeginning: beginning != nil)
  }
}

/// Who hears of problems as soon as they are found, on whatever thread.
package protocol TaskWatch: Sendable {
  /// The calls that led here.
  func calls() -> (any CapturedCalls)?

  /// Hears of a problem.
  func note(_ problem: FoundProblem)
}

/// Who watches the clocks that come into being.
package enum TaskWatching {
  @TaskLocal package static var current: (any TaskWatch)?
}
