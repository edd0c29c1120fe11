// Native app code for benchmarks: handlers that count, and timers by the thousand. It does as
// little as app code can, so that what is measured is the device.

import RehearsalLifecycle
import RehearsalValues

/// App code that schedules timers when it starts and counts its deliveries.
struct TimerCode: AppCode {
  /// One timer: its first firing and, for one that repeats, the span from firing to firing.
  struct Plan: Sendable {
    let delay: TimeSpan
    let interval: TimeSpan?
  }

  /// The messages that the app implements.
  static let messages: [Message] = [
    .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
    .willEnterForeground, .sceneDidBecomeActive, .sceneWillResignActive, .sceneDidEnterBackground,
    .sceneWillEnterForeground,
  ]

  let plans: [Plan]
  private(set) var deliveryCount = 0

  init(_ plans: [Plan] = []) { self.plans = plans }

  static var handledMessages: MessageSet { MessageSet(where: messages.contains) }

  mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
    deliveryCount += 1
    guard case .initialize = delivery else { return .returned(.nil) }
    let callback = CallbackIdentifier(0)
    for plan in plans {
      do {
        _ = try context.scheduleTimer(
          after: plan.delay, every: plan.interval, callback: callback)
      } catch {
        return .crashed(CrashReport(message: "\(error)"))
      }
    }
    return .returned(.nil)
  }

  mutating func resume(in context: AppContext) -> CodeProgress { .returned(.nil) }

  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
  ) {
    digester.combine(deliveryCount)
    digester.combine(numbering.callbacks.count)
  }
}

/// A simulation with a native app in front.
struct NativeWorld {
  var simulation: Simulation
  let app: AppIdentifier

  /// Installs and launches the app; what it does at its launch is done.
  ///
  /// - Parameters:
  ///   - plans: The timers that the app schedules.
  ///   - traceRecords: How many records the device keeps.
  ///   - declaresScenes: Whether the app has scenes.
  /// - Throws: What the device says to its launch.
  init(
    _ plans: [TimerCode.Plan] = [], traceRecords: Int = 10_000, declaresScenes: Bool = false
  ) throws {
    var limits = Limits()
    limits.traceRecords = traceRecords
    simulation = Simulation(limits: limits)
    app = try simulation.install(
      AppDescription(name: "Ticker", declaresScenes: declaresScenes),
      handling: TimerCode.handledMessages
    ) { TimerCode(plans) }
    _ = try simulation.apply(.launch(app))
  }

  /// The deliveries to the app's living process.
  var deliveryCount: Int { (simulation.code(of: app) as? TimerCode)?.deliveryCount ?? 0 }
}
