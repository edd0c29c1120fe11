// The main thread of a process: a queue of work and what the thread is doing. The system's
// decisions arrive as items too, so a handler that works delays what follows it in its process
// while the rest of the world goes on.

import DequeModule

/// One piece of work for a main thread.
struct MainThreadItem: Sendable {
  enum Work: Sendable {
    /// The process's own initial values.
    case initialize
    /// What runs before the application object exists.
    case main
    /// The variables of a new scene.
    case initializeScene
    /// A message, and the rule that it is sent under.
    case send(Message, [PlainValue], RuleNumber)
    /// A message that is only sent if the app's answers permit it.
    case sendIf(LaunchPermission, Message, [PlainValue], RuleNumber)
    /// The message of a tapped notification, to whichever delegate the app has for it.
    case respond(PlainValue, RuleNumber)
    /// A notification for the app's own observer.
    case post(SystemNotification, PlainValue, RuleNumber)
    /// The state that a scene can read of itself changes.
    case sceneBecomes(SceneState, RuleNumber)
    /// The scene is freed.
    case freeScene
    /// Nothing keeps the process running any longer, not even for a moment.
    case suspendAtOnce
    /// The process waits for its launch.
    case pause
    /// What waits to be drawn is drawn.
    case draw
    /// What the process can read of itself changes.
    case become(ApplicationState, RuleNumber)
    /// The watchdog begins to guard what follows.
    case arm(Watchdog)
    /// What the watchdog guarded is over.
    case disarm(Watchdog)
    case takeSnapshot
    /// The way to the background is over; nothing but tasks keeps the process running.
    case settleInBackground
    case fire(TimerIdentifier, afterSuspension: Bool)
    case complete(BackgroundWorkIdentifier)
    case expire(BackgroundTaskIdentifier)
    /// The handler of a task that was not granted.
    case expireLate(BackgroundTaskIdentifier, CallbackIdentifier, name: String)
    /// A message of an occasion that the app was woken for, and its open answer.
    case deliver(Message, [PlainValue], RuleNumber, CompletionIdentifier?)
    /// The closure of a transfer that is over.
    case completeTransfer(CallbackIdentifier)
    /// The user's answer to a question of the app's.
    case answerPrompt(CallbackIdentifier, Bool)
    case keepAlive
    case runScheduledTask(CompletionIdentifier, String, RuleNumber)
    case expireScheduledTask(AssertionIdentifier)
    /// A touch of the control at that position.
    case touch(control: Int)
    /// The notice of the end was given; the process ends.
    case exit(ExitReason, RuleNumber?)
  }

  let work: Work
  /// The record that led to it.
  let cause: Int?
  /// The scene that it is about; nil for the app.
  var scene: SceneIdentifier?
  /// Whether the notification that comes before the message's method was posted already.
  var isAnnounced = false
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
    /// The time of its work is over; the code goes on at the next turn.
    case ready
    /// It does not come back.
    case hung(CrashReport)
  }

  /// The delivery under way.
  struct CurrentDelivery: Sendable {
    /// The message, when it is one.
    var message: Message?
    /// The record of the delivery, the cause of what the code does.
    var record: Int?
    /// The scene whose delegate it was handed to.
    var scene: SceneIdentifier?
    /// The event that gives advice when an expiration handler is slow.
    var slowHandler: EventIdentifier?
  }

  var items: Deque<MainThreadItem> = []
  var occupation = Occupation.idle
  var current: CurrentDelivery?
  /// Whether the process stands in the device's list of processes that may have a turn.
  var isListed = false

  /// Whether an item would have to wait.
  var isBlocked: Bool {
    switch occupation {
    case .working, .frozen, .hung: true
    case .idle, .running, .ready: false
    }
  }
}
