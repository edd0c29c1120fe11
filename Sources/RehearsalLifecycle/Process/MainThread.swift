// The main thread of a process: a queue of work and what the thread is doing. The system's
// decisions arrive as items too, so a handler that works delays what follows it in its process
// while the rest of the world continues.

import RehearsalValues

/// One piece of work for a main thread.
struct MainThreadItem: Sendable {
  // Cases that are long and rare are indirect: items are moved often.
  enum Work: Sendable {
    // Code
    /// What runs before the application object exists.
    case main
    /// The process's own initial values.
    case initialize
    /// The variables of a new scene.
    case initializeScene
    /// A message, and the rule that it is sent under.
    case send(Message, [ScriptValue], RuleNumber)
    /// A message that is only sent if the app's answers permit it.
    case sendIf(LaunchVotes.Question, Message, [ScriptValue], RuleNumber)
    /// A message that may be opt-in and may have to be answered.
    indirect case deliver(Message, [ScriptValue], RuleNumber, CompletionIdentifier?)
    /// The message of a tapped notification, to whichever delegate the app has for it.
    indirect case respond(NotificationResponse, RuleNumber)
    /// A notification for the app's own observer, and what it carries; none for nothing.
    case post(SystemNotification, [ScriptValue], RuleNumber)
    /// A touch of the control at that position.
    case touch(control: Int)
    /// What waits to be drawn is drawn.
    case draw
    /// What waits to be laid out is laid out.
    case layOut
    // Closures
    case fireTimer(TimerIdentifier, afterSuspension: Bool)
    case completeWork(BackgroundWorkIdentifier)
    /// The closure of a transfer that is over.
    indirect case completeTransfer(CallbackIdentifier, [ScriptValue])
    /// The user's answer to a question of the app's.
    case answerPrompt(CallbackIdentifier, Bool)
    case keepAlive
    case expireTask(BackgroundTaskIdentifier)
    /// The handler of a task that was not granted.
    indirect case expireLateTask(BackgroundTaskIdentifier, CallbackIdentifier, name: String)
    /// The handler of a task whose process is being ended.
    case expireTaskBeforeEnd(BackgroundTaskIdentifier)
    indirect case runScheduledTask(CompletionIdentifier, String, RuleNumber)
    case expireScheduledTask(AssertionIdentifier)
    /// A delegate that was set after the launch counts from here on (R192).
    case setDelegate(DelegateKind)
    // What the system does when the thread reaches it
    /// What the process can read of itself changes.
    case become(ApplicationState, RuleNumber)
    /// The first code of a process without scenes is done, which reads from here on that it is
    /// inactive (R005).
    case endFirstCode
    /// The state that a scene can read of itself changes.
    case sceneBecomes(SceneState, RuleNumber)
    case freeScene
    /// The system's own scene of an app without scenes is connected (R157).
    case connectWindow
    /// The watchdog begins to guard what follows.
    case arm(Watchdog)
    /// What the watchdog guarded is over.
    case disarm(Watchdog)
    /// Time passes on the way to the background, in which only what the run loop has fires (L16).
    case passTransition
    case takeSnapshot
    /// The way to the background is over; nothing but tasks keeps the process running.
    case finishBackground
    /// Nothing keeps the process running any longer, not even for a moment.
    case suspendAtOnce
    /// The process waits for its launch.
    case pausePrewarmed
    /// The notice of the end was given; the process ends.
    case exit(ExitReason, RuleNumber?)
    /// The process ends without notice.
    indirect case end(ProcessEnding)
  }

  /// Whether the run loop reaches it while time passes on the way to the background.
  var isOfRunLoop: Bool {
    switch work {
    case .fireTimer, .completeWork, .completeTransfer, .answerPrompt: true
    default: false
    }
  }

  let work: Work
  /// The record that led to it.
  let cause: Cause?
  /// The scene that it is about; nil for the app.
  var scene: SceneIdentifier?
  /// Whether the notification that comes before the message's method was posted already.
  var isAnnounced = false

  /// Whether the app is told something by it.
  var isForCode: Bool {
    switch work {
    case .send, .sendIf, .deliver, .respond, .post, .touch: true
    default: false
    }
  }

  /// Whether it tells where the device is.
  var isPlace: Bool {
    if case .deliver(.didUpdateLocations, _, _, _) = work { true } else { false }
  }
}

/// What waits for a main thread, in its order.
///
/// An array and the range of the items that wait, and not a deque: every process has a queue, each copy
/// of a process drops one, and nearly all run empty before they are long. A queue that runs empty begins
/// again at its first place; nothing has to be removed for that.
struct WorkQueue: Sendable {
  /// What is there where nothing waits; it holds no memory.
  private static var nothing: MainThreadItem { MainThreadItem(work: .draw, cause: nil) }

  /// The items that wait, with `nothing` before and after them.
  private var items: [MainThreadItem] = []
  private var first = 0
  private var end = 0

  var count: Int { end - first }

  var isEmpty: Bool { first == end }

  /// The items that wait, in their order.
  var waiting: ArraySlice<MainThreadItem> { items[first..<end] }

  mutating func append(_ item: consuming MainThreadItem) {
    if end < items.count {
      items[end] = item
    } else {
      makeRoomAtEnd()
      items.append(item)
    }
    end += 1
  }

  private mutating func makeRoomAtEnd() {
    // The room of a launch, at once.
    if items.isEmpty { items.reserveCapacity(20) }
    // What was taken may not outgrow what waits.
    if first > 32, first > count {
      items.removeSubrange(..<first)
      (first, end) = (0, end - first)
    }
  }

  mutating func prepend(_ item: MainThreadItem) {
    guard first > 0 else {
      end += 1
      return items.insert(item, at: 0)
    }
    first -= 1
    items[first] = item
  }

  /// Inserts an item after the first ones that fulfil a condition.
  mutating func insert(_ item: MainThreadItem, after precedes: (MainThreadItem) -> Bool) {
    let position = waiting.firstIndex { !precedes($0) } ?? end
    items.insert(item, at: position)
    end += 1
  }

  /// Takes the first item that fulfils a condition, whatever waits before it.
  ///
  /// - Complexity: O(n) in the number of items
  mutating func removeFirst(where fits: (MainThreadItem) -> Bool) -> MainThreadItem? {
    guard let position = waiting.firstIndex(where: fits) else { return nil }
    guard position > first else { return popFirst() }
    end -= 1
    return items.remove(at: position)
  }

  mutating func popFirst() -> MainThreadItem? {
    guard first < end else { return nil }
    var item = Self.nothing
    swap(&item, &items[first])
    first += 1
    if first == end { (first, end) = (0, 0) }
    return item
  }
}

/// What a main thread has before it and what it is doing.
struct MainThread: Sendable {
  enum Occupation: Sendable {
    case idle
    /// Code of the app's is in its hands at this moment.
    case running
    /// Busy until the event is due.
    case working(EventIdentifier, until: VirtualTime)
    /// Busy, but the process is suspended; that much is left.
    case frozen(remaining: TimeSpan)
    /// The time of its work is over; the code continues at the next turn.
    case ready
    /// It does not come back.
    case hung(CrashReport)
  }

  /// The delivery under way.
  struct CurrentDelivery: Sendable {
    /// The message, when it is one.
    var message: Message?
    /// The record of the delivery, the cause of what the code does.
    var record: Cause?
    /// The scene whose delegate it was passed to.
    var scene: SceneIdentifier?
    /// What the message was sent under.
    var rule: RuleNumber?
    /// The event that gives advice when an expiration handler is slow.
    var slowHandler: EventIdentifier?
  }

  /// What the thread does next.
  enum Step {
    case nothing
    /// The code continues with the current delivery.
    case resume
    case perform(MainThreadItem)
  }

  private(set) var items = WorkQueue()
  private(set) var occupation = Occupation.idle
  /// The end of the time that passes on the way to the background; nil while none does.
  private(set) var transition: EventIdentifier?
  private(set) var current: CurrentDelivery?
  /// Whether the process is in the list of those that may have a turn.
  private(set) var isListed = false

  /// Whether an item would have to wait.
  var isBlocked: Bool {
    switch occupation {
    case .working, .frozen, .hung: true
    case .idle, .running, .ready: false
    }
  }

  /// What the code reported when the thread stopped coming back.
  var hang: CrashReport? { if case .hung(let report) = occupation { report } else { nil } }

  /// The events of the device's queue that belong to it.
  var events: [EventIdentifier] {
    var events = [current?.slowHandler, transition].compactMap { $0 }
    if case .working(let event, _) = occupation { events.append(event) }
    return events
  }

  // MARK: - The queue

  mutating func append(_ item: consuming MainThreadItem) { items.append(item) }

  mutating func prepend(_ item: MainThreadItem) { items.prepend(item) }

  /// Puts a message after the notifications that were put first for it.
  mutating func insertBehindNotifications(_ item: MainThreadItem) {
    items.insert(item, after: { if case .post = $0.work { true } else { false } })
  }

  /// Notes that the process is in the list; whether it was not before.
  mutating func markListed() -> Bool {
    defer { isListed = true }
    return !isListed
  }

  // MARK: - Turns

  /// Takes the next step; a thread that has none is no longer marked as listed.
  mutating func takeStep(isSuspended: Bool) -> Step {
    switch occupation {
    case _ where isSuspended: break
    case .running, .working, .frozen, .hung: break
    case .ready:
      occupation = .running
      return .resume
    case .idle:
      let item = transition == nil ? items.popFirst() : items.removeFirst(where: \.isOfRunLoop)
      if let item { return .perform(item) }
    }
    isListed = false
    return .nothing
  }

  /// Code is about to run for a record, and has the thread.
  mutating func begin(_ delivery: CurrentDelivery) {
    current = delivery
    occupation = .running
  }

  mutating func beginTransition(_ event: EventIdentifier) { transition = event }

  /// What waited for the end of the time that passes may continue.
  mutating func endTransition() { transition = nil }

  mutating func work(_ event: EventIdentifier, until end: VirtualTime) {
    occupation = .working(event, until: end)
  }

  mutating func hang(_ report: CrashReport) { occupation = .hung(report) }

  /// The time of its work is over.
  mutating func becomeReady() { occupation = .ready }

  /// The delivery is over; it is swapped out, leaving nothing.
  mutating func finish(into finished: inout CurrentDelivery?) {
    occupation = .idle
    swap(&current, &finished)
  }

  mutating func forgetSlowHandler() { current?.slowHandler = nil }

  /// The process is suspended; the event of what keeps the thread busy is returned.
  mutating func freeze(at now: VirtualTime) -> EventIdentifier? {
    guard case .working(let event, let end) = occupation else { return nil }
    occupation = .frozen(remaining: end.span(since: now))
    return event
  }

  /// What is left of the work of a thread that was frozen; nil for another.
  var frozenRemainder: TimeSpan? {
    if case .frozen(let remaining) = occupation { remaining } else { nil }
  }
}
