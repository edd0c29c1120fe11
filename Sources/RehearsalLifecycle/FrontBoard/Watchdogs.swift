// The watchdog: armed before guarded pieces of main-thread work, disarmed after them, and otherwise
// the end of the process without a word (R111, R082). Each piece names the budget that kills and,
// where the contract is shorter, the budget that only gives advice.

/// A piece of main-thread work that the watchdog guards.
package enum Watchdog: String, CaseIterable, Hashable, Sendable {
  case launch, backgroundLaunch, sceneCreation, activation, deactivation, didEnterBackground
  case termination, eventHandling

  /// The budget after which the process is killed.
  var limit: Budget { row.limit }

  /// The budget after which the contract is broken without punishment; nil when there is none.
  var contract: (budget: Budget, advice: Advice)? { row.contract }

  /// The rule that the kill is recorded under.
  var rule: RuleNumber { row.rule }

  private var row: (limit: Budget, rule: RuleNumber, contract: (budget: Budget, advice: Advice)?) {
    switch self {
    case .launch: (.launch, .R109, (.launchContract, .launchIsSlow))
    case .backgroundLaunch: (.backgroundLaunch, .R109, nil)
    case .sceneCreation: (.sceneCreation, .R110, nil)
    case .activation: (.activation, .R110, nil)
    case .deactivation: (.deactivation, .R111, nil)
    case .didEnterBackground:
      (.didEnterBackground, .R055, (.didEnterBackgroundContract, .didEnterBackgroundIsSlow))
    case .termination: (.willTerminate, .R076, nil)
    case .eventHandling: (.eventHandling, .R111, nil)
    }
  }
}

/// A watchdog that counts.
private struct ArmedWatchdog: Sendable {
  let app: AppIdentifier
  let watchdog: Watchdog
  let armed: VirtualTime
  let event: EventIdentifier
  /// The record that the kill or the advice is caused by.
  let cause: Cause?
  /// Whether the contract's advice was given, so that the event speaks of the limit.
  let contractIsOver: Bool
}

/// What guards the main threads of processes.
struct Watchdogs: Sendable {
  /// Few at a time, of all processes, in the order in which they were armed.
  private var armed: [ArmedWatchdog] = []

  /// Whether anything of a process is guarded.
  func guards(_ id: ProcessIdentifier) -> Bool { armed.contains { $0.app == id.app } }

  /// Whether the launch of a process is guarded, with the scene that comes with it.
  func guardsLaunch(of id: ProcessIdentifier) -> Bool {
    [Watchdog.launch, .backgroundLaunch].contains { position(of: $0, for: id.app) != nil }
  }

  /// The events of the device's queue that belong to those of an app.
  func events(of app: AppIdentifier) -> [EventIdentifier] {
    armed.filter { $0.app == app }.map(\.event)
  }

  private func position(of watchdog: Watchdog, for app: AppIdentifier) -> Int? {
    armed.firstIndex { $0.app == app && $0.watchdog == watchdog }
  }

  /// Begins to guard; nothing happens when it is guarded already or the watchdog is off.
  mutating func arm(
    _ watchdog: Watchdog, for id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard kernel.traits.hasWatchdog, kernel.isAlive(id),
      watchdog != .eventHandling || kernel.has(.blockedEventsEndProcess),
      position(of: watchdog, for: id.app) == nil
    else { return }
    let limit = kernel.span(of: watchdog.limit)
    let contract = watchdog.contract.map { kernel.span(of: $0.budget) }
      .flatMap { $0 < limit ? $0 : nil }
    let event = kernel.schedule(
      .watchdogDue(id, watchdog), at: kernel.now.after(contract ?? limit))
    armed.append(
      ArmedWatchdog(
        app: id.app, watchdog: watchdog, armed: kernel.now, event: event, cause: cause,
        contractIsOver: contract == nil))
  }

  mutating func disarm(
    _ watchdog: Watchdog, for id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard let removed = remove(watchdog, of: id) else { return }
    kernel.cancel(removed.event)
  }

  private mutating func remove(_ watchdog: Watchdog, of id: ProcessIdentifier) -> ArmedWatchdog? {
    position(of: watchdog, for: id.app).map { armed.remove(at: $0) }
  }

  /// The contract's time or the limit is over.
  mutating func isDue(_ watchdog: Watchdog, for id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard let due = remove(watchdog, of: id) else { return }
    let limit = kernel.span(of: watchdog.limit)
    if !due.contractIsOver, let advice = watchdog.contract?.advice {
      kernel.record(advice, of: id, cause: due.cause)
      let event = kernel.schedule(.watchdogDue(id, watchdog), at: due.armed.after(limit))
      armed.append(
        ArmedWatchdog(
          app: id.app, watchdog: watchdog, armed: due.armed, event: event, cause: due.cause,
          contractIsOver: true))
      return
    }
    kernel.emit(
      .end(
        id, .watchdog, code: ExitCode.watchdog, rule: watchdog.rule, cause: due.cause,
        .watchdog(watchdog, limit: limit), budget: watchdog.limit,
        crash: kernel.read(id) { $0.mainThread.hang } ?? nil))
  }

  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    for event in events(of: id.app) { kernel.cancel(event) }
    armed.removeAll { $0.app == id.app }
  }
}

extension Watchdogs {
  /// Combines what is guarded; when the time is over is in the device's queue.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    let watchdogs = armed.filter { $0.app == app }
    walk.combine(each: watchdogs) { walk, guarding in
      walk.combine(guarding.watchdog)
      walk.combine(guarding.contractIsOver)
      // The limit counts from here where only the contract's time is over.
      if !guarding.contractIsOver { walk.combine(time: guarding.armed) }
    }
  }
}
