// The use of the processor in the background (R108): within a minute an app may use four fifths of
// one processor. The minutes are counted one after the other from the first use.

/// What a process has used of the processor in the minute under way.
struct ProcessorUse: Sendable {
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

  /// The length of a minute in which the use is measured.
  static let window = TimeSpan.seconds(60)
  /// What may be used in it.
  static let limit = TimeSpan.seconds(48)

  /// Counts what was used up to a moment.
  mutating func count(to now: VirtualTime) {
    let span = Double(now.span(since: since).nanoseconds) * share
    used = TimeSpan(nanoseconds: used.nanoseconds + Int64(span.rounded()))
    since = now
  }

  /// When the limit is reached if the use goes on as it is; nil when the minute ends before.
  var limitReached: VirtualTime? {
    guard share > 0 else { return nil }
    let left = Double(Self.limit.nanoseconds - used.nanoseconds) / share
    guard left <= Double(Self.window.nanoseconds) else { return nil }
    let moment = since.after(TimeSpan(nanoseconds: Int64(max(0, left).rounded(.up))))
    return moment <= minute.after(Self.window) ? moment : nil
  }
}

extension Device {
  /// Brings the measurement in line with what the process computes at this moment.
  mutating func reviewProcessorUse(of id: ProcessIdentifier) {
    guard let process = process(id), hasProcessorLimit else { return }
    let share = process.readable == .background ? process.processorShare : 0
    var use = process.services.value.processorUse
    guard share > 0 || use != nil else { return }
    use?.event.map { _ = queue.cancel($0) }
    use?.count(to: now)
    var next = use ?? ProcessorUse(minute: now, used: .zero, since: now, share: share)
    next.share = share
    next.event = nil
    if share > 0 {
      let due = next.limitReached ?? next.minute.after(ProcessorUse.window)
      next.event = queue.schedule(.processorUseIsDue(id), at: max(now, due))
    }
    let isOver = share == 0 && now >= next.minute.after(ProcessorUse.window)
    let kept = isOver ? nil : next
    change(id) { $0.services.value.processorUse = kept }
  }

  private var hasProcessorLimit: Bool {
    SystemVersionRange.from(13).contains(profile.system) && !profile.hasDebugger
  }

  /// The minute is over, or the limit is reached, which ends the process.
  mutating func processorUseIsDue(of id: ProcessIdentifier) {
    guard var use = process(id)?.services.value.processorUse else { return }
    use.event = nil
    use.count(to: now)
    if use.used >= ProcessorUse.limit {
      change(id) { $0.services.value.processorUse = use }
      let span = now.span(since: use.minute)
      end(
        id, .cpu, rule: .R108, cause: nil,
        detail: "It used \(ProcessorUse.limit) of a processor within \(span) in the background.")
      return
    }
    use.minute = now
    use.used = .zero
    change(id) { $0.services.value.processorUse = use }
    reviewProcessorUse(of: id)
  }
}

extension Process {
  /// How many processors the work beside the main thread uses at this moment.
  fileprivate var processorShare: Double {
    guard !isSuspended else { return 0 }
    return works.identifiers.reduce(0) { sum, identifier in
      guard let work = works[identifier], case .running = work.progress,
        case .perform(let share) = work.kind
      else { return sum }
      return sum + share
    }
  }
}
