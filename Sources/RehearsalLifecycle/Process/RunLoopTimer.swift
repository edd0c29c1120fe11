// A timer of a run loop. Its firings lie on a grid from the first due time on; of several missed
// ones at most one waits in the queue of the main thread.

/// Names a timer of a process.
public struct TimerIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let slot: UInt32
  /// Its number among the timers of the process, from 1.
  package let serial: UInt32

  /// Makes the identifier of a slot and its holder's serial number.
  package init(slot: UInt32, serial: UInt32) {
    self.slot = slot
    self.serial = serial
  }
}

/// What a display link is besides a timer.
struct DisplayLink: Sendable {
  /// From 1 to 120.
  var framesPerSecond: UInt8
  /// Whether the app itself holds it.
  var isPaused = false

  /// From frame to frame.
  var interval: TimeSpan { TimeSpan(nanoseconds: 1_000_000_000 / Int64(max(1, framesPerSecond))) }
}

/// A timer that a process scheduled.
///
/// There may be millions of them, so the order of the properties leaves no gaps between them.
struct RunLoopTimer: SlotElement {
  let callback: CallbackIdentifier
  /// The next point of the grid.
  var due: VirtualTime
  /// The grid's width; nil for a timer that fires once.
  var interval: TimeSpan?
  /// Whether a firing waits in the queue of the main thread.
  var isQueued = false
  /// What makes it fire with the screen's frames; nil for an ordinary timer.
  var link: DisplayLink?
  /// The record under which it was scheduled.
  let cause: Int?
  /// The event at `due`; nil while the process is suspended, and after a one-shot timer was due.
  var event: EventIdentifier?

  /// Moves `due` to the first point of the grid after a moment.
  mutating func skip(past moment: VirtualTime) {
    guard let interval, interval > .zero, due <= moment else { return }
    let missed = moment.span(since: due).nanoseconds / interval.nanoseconds
    let last = due.after(TimeSpan(nanoseconds: missed * interval.nanoseconds))
    due = last.after(interval)
  }
}
