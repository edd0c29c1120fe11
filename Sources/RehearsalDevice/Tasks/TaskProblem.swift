// What about tasks cannot be controlled, and where in the source it is. Looking lines up takes the
// system's libraries, which the command does without; so an observer, such as a test, supplies how
// calls are captured, and nothing is captured without one.

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
    /// A timer of a run loop that was made outside of the process.
    case runLoopTimer
    /// A task that lets its thread sleep, as `Thread.sleep` does.
    case sleepingThread
    /// A wait for what nothing in the process brings, as that for a semaphore.
    case blockedThread
    /// A lock that code holds which cannot continue, as a task that waits meanwhile.
    case heldLock
    /// `DispatchQueue.main.sync` on the main thread.
    case mainWaitsForItself
    /// A run loop that is run by the code of the process.
    case innerRunLoop
    /// A source of events of the computer's, as a socket and a file that changes are.
    case kernelEvent
    /// A work item that is waited for.
    case workItem
    /// Code that says on which queue it runs, and runs on another one.
    case wrongQueue
    /// A dispatch queue that is suspended.
    case suspendedQueue
    /// An observer of a run loop, as a notification queue adds one.
    case loopObserver
    /// The standard defaults, which are those of the program that runs the tests.
    case standardDefaults
    /// A file of the computer's that is written.
    case writtenFile

    fileprivate var text: String {
      switch self {
      case .runLoopTimer:
        "a timer that was made outside of the process was added to a run loop of the computer, where "
          + "it never fires in virtual time: make it in the process"
      case .sleepingThread:
        "a task lets its thread sleep, which blocks the pool of threads: use `Task.sleep`"
      case .blockedThread:
        "a thread waits for what nothing in the process brings: neither a block nor a task that could "
          + "run now gives the signal"
      case .heldLock:
        "a lock is waited for that is held by code which cannot continue, such as a task that waits "
          + "while it holds the lock"
      case .mainWaitsForItself:
        "`DispatchQueue.main.sync` was called on the main thread, which then waits for itself for ever"
      case .innerRunLoop:
        "a run loop of the computer is run by the process, where nothing happens in virtual time: "
          + "return, and let the device's time pass"
      case .kernelEvent:
        "something of the computer's is waited for, such as a network request, a socket or a file "
          + "that changes: give the code something that takes virtual time instead"
      case .workItem:
        "a work item is waited for by `wait` or `notify`: use a `DispatchGroup` instead"
      case .wrongQueue:
        "`dispatchPrecondition` does not hold: the code runs on another queue than it says"
      case .suspendedQueue:
        "a dispatch queue is suspended, which does not hold its blocks in virtual time: keep what is "
          + "to be done later, and hand it over then"
      case .loopObserver:
        "a run loop of the computer is observed, as by `NotificationQueue`, which in virtual time is "
          + "never idle: post to the notification center"
      case .standardDefaults:
        "`UserDefaults.standard` is that of the program that runs the tests, which no reinstallation "
          + "clears and which other tests see: pass the app its own"
      case .writtenFile:
        "a file of the computer's is written, which no reinstallation removes and which other tests "
          + "see: pass the app its own folder"
      }
    }

    /// Whether the code goes on as it would on a device, and only what it leaves is another's.
    var isHostState: Bool { self == .standardDefaults || self == .writtenFile }
  }

  /// What is wrong.
  public let reason: Reason
  /// The line that resumed the task, or else the one at which it was begun; nil where neither is
  /// known, and while nobody watches, as the trait `controlledTasks` of a test does.
  public let place: CodePlace?
  /// Whether the place is where the task was begun.
  let isBeginning: Bool

  /// Whether the process goes on as it would on a device, and only something outside of it is changed.
  package var isWarning: Bool { reason.isWarning }

  /// Where it is, what is wrong, and what to do.
  public var description: String { place.map { "\($0): \(text)" } ?? text }

  /// What is wrong, and what to do.
  package var text: String {
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
  }
}

extension TaskProblem.Reason {
  fileprivate var isWarning: Bool {
    if case .foreignWork(let work) = self { work.isHostState } else { false }
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
