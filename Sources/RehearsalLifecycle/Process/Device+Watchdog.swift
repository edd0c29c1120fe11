// The watchdog: armed before guarded work, disarmed after it, and otherwise the end of the process
// without a word (R111, R082).

extension Device {
  /// Begins to guard; nothing happens when it is guarded already or the watchdog is off.
  mutating func arm(_ watchdog: Watchdog, for id: ProcessIdentifier, cause: Int?) {
    guard hasWatchdog, let process = process(id),
      !process.watchdogs.contains(where: { $0.watchdog == watchdog })
    else { return }
    let limit = span(of: watchdog.limit)
    let contract = watchdog.contract.map { span(of: $0.budget) }.flatMap { $0 < limit ? $0 : nil }
    let event = queue.schedule(.watchdogDue(id, watchdog), at: now.after(contract ?? limit))
    let armed = ArmedWatchdog(
      watchdog: watchdog, armed: now, event: event, cause: cause,
      contractIsOver: contract == nil)
    change(id) { $0.watchdogs.append(armed) }
  }

  mutating func disarm(_ watchdog: Watchdog, for id: ProcessIdentifier) {
    if watchdog.limit == .launch || watchdog.limit == .backgroundLaunch {
      change(id) { $0.isLaunching = false }
    }
    guard let armed = removeWatchdog(watchdog, of: id) else { return }
    queue.cancel(armed.event)
  }

  private mutating func removeWatchdog(
    _ watchdog: Watchdog, of id: ProcessIdentifier
  ) -> ArmedWatchdog? {
    change(id) { process in
      process.watchdogs.firstIndex { $0.watchdog == watchdog }
        .map { process.watchdogs.remove(at: $0) }
    } ?? nil
  }

  /// The contract's time or the limit is over.
  mutating func watchdogIsDue(_ watchdog: Watchdog, for id: ProcessIdentifier) {
    guard let armed = removeWatchdog(watchdog, of: id) else { return }
    let limit = span(of: watchdog.limit)
    if !armed.contractIsOver, let advice = watchdog.contract?.advice {
      record(.advice(advice), of: id, rule: advice.rule, cause: armed.cause, detail: advice.text)
      let event = queue.schedule(.watchdogDue(id, watchdog), at: armed.armed.after(limit))
      let next = ArmedWatchdog(
        watchdog: watchdog, armed: armed.armed, event: event, cause: armed.cause,
        contractIsOver: true)
      change(id) { $0.watchdogs.append(next) }
      return
    }
    end(
      id, .watchdog, code: ExitCode.watchdog, rule: watchdog.rule, cause: armed.cause,
      detail: "After \(limit) \(watchdog.work) was not over.", budget: watchdog.limit,
      crash: hang(of: id))
  }

  /// What the code reported when its main thread stopped coming back.
  private func hang(of id: ProcessIdentifier) -> CrashReport? {
    guard case .hung(let report)? = process(id)?.mainThread.occupation else { return nil }
    return report
  }
}
