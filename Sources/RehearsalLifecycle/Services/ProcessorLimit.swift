// The use of the processor in the background (R108): within a minute an app may use four fifths of
// one processor. The minutes are counted one after the other from the first use.

import RehearsalValues

/// What processes use of the processor in the background.
struct ProcessorLimit: Sendable {
  /// What a process has used in the current minute.
  private struct Use: Sendable {
    /// When the minute began.
    var minute: VirtualTime
    /// What was used in it before `since`.
    var used: TimeSpan
    /// From when on the share of this moment counts.
    var since: VirtualTime
    /// How many processors are in use at this moment.
    var share: Double
    /// The end of the minute, or the moment at which the limit is reached.
    var event: EventIdentifier?

    /// Counts what was used up to a moment.
    mutating func count(to now: VirtualTime) {
      let span = Double(now.span(since: since).nanoseconds) * share
      used = TimeSpan(nanoseconds: used.nanoseconds + Int64(span.rounded()))
      since = now
    }

    /// When the limit is reached if the use continues as it is; nil when the minute ends before.
    var limitReached: VirtualTime? {
      guard share > 0 else { return nil }
      let left = Double(ProcessorLimit.limit.nanoseconds - used.nanoseconds) / share
      guard left <= Double(ProcessorLimit.window.nanoseconds) else { return nil }
      let moment = since.after(TimeSpan(nanoseconds: Int64(max(0, left).rounded(.up))))
      return moment <= minute.after(ProcessorLimit.window) ? moment : nil
    }
  }

  private struct Measurement: DefaultInitializable {
    var use: Use?
  }

  /// The length of a minute in which the use is measured.
  private static let window = TimeSpan.seconds(60)
  /// What may be used in it.
  private static let limit = TimeSpan.seconds(48)

  private var measurements = AppTable<Measurement>()

  /// Brings the measurement in line with what a process computes at this moment.
  mutating func review(_ id: ProcessIdentifier, isExempt: Bool, _ kernel: inout Kernel) {
    guard kernel.has(.processorLimit), !kernel.traits.profile.hasDebugger,
      let share = kernel.read(
        id,
        { process in
          process.reportedState == .background && !process.isSuspended && !isExempt
            ? process.works.processorShare : 0
        })
    else { return }
    var use = measurements.read(id.app) { $0.use } ?? nil
    guard share > 0 || use != nil else { return }
    kernel.cancel(use?.event)
    use?.count(to: kernel.now)
    var next =
      use ?? Use(minute: kernel.now, used: .zero, since: kernel.now, share: share)
    next.share = share
    next.event = nil
    if share > 0 {
      let due = next.limitReached ?? next.minute.after(Self.window)
      next.event = kernel.schedule(.processorUseIsDue(id), at: max(kernel.now, due))
    }
    let isOver = share == 0 && kernel.now >= next.minute.after(Self.window)
    measurements[id.app].use = isOver ? nil : next
  }

  /// The minute is over, or the limit is reached, which ends the process, or by a quirk a continued
  /// task that it has under way.
  mutating func isDue(_ id: ProcessIdentifier, isOfTask: Bool, _ kernel: inout Kernel) {
    guard var use = measurements.read(id.app, { $0.use }) ?? nil else { return }
    use.event = nil
    use.count(to: kernel.now)
    if use.used >= Self.limit, isOfTask {
      measurements[id.app].use = nil
      return kernel.emit(.expireContinuedTask(id))
    }
    if use.used >= Self.limit {
      measurements[id.app].use = use
      let span = kernel.now.span(since: use.minute)
      return kernel.emit(
        .end(
          id, .cpu, rule: .R108, cause: nil, .processorUse(limit: Self.limit, within: span)))
    }
    use.minute = kernel.now
    use.used = .zero
    measurements[id.app].use = use
    kernel.emit(.reviewProcessorUse(id))
  }

  /// The events of the device's queue that belong to an app's process.
  func events(of app: AppIdentifier) -> [EventIdentifier] {
    (measurements.read(app) { $0.use?.event } ?? nil).map { [$0] } ?? []
  }

  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    for event in events(of: id.app) { kernel.cancel(event) }
    measurements.remove(id.app)
  }

  /// Combines what an app's process has used.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard let use = measurements.read(app, { $0.use }) ?? nil else { return walk.combine(false) }
    walk.combine(true)
    let end = use.minute.after(Self.window)
    walk.combine(until: end)
    walk.combine(use.share)
    // A minute that is over is forgotten as soon as there is a use again, and nothing is counted
    // without a share.
    guard use.share > 0 || walk.isAhead(end) else { return }
    walk.combine(stopped: use.used, .processorUse)
    if use.share > 0 { walk.combine(time: use.since) }
  }
}
