// The axis of a picture: where each moment lies. What happens at one time has room side by side, time
// in between is drawn to scale, and a gap that is longer than a picture can show is folded, which the
// axis says.

import RehearsalLifecycle

/// Where the moments of one or several lives lie.
package struct LifeScale: Sendable {
  /// How wide things are, in units of the picture.
  package struct Widths: Sendable {
    /// A record.
    package var step = 18.0
    /// A second in which nothing happens.
    package var second = 6.0
    /// The least that any gap has.
    package var leastGap = 12.0
    /// The most that a gap has; a longer one is folded to this.
    package var mostGap = 180.0

    /// The standard widths.
    package init() {}
  }

  /// A time at which something happened, and the gap after it.
  package struct Instant: Sendable {
    /// The time.
    package let time: VirtualTime
    /// Where its first record lies.
    package let start: Double
    /// How much room its records take.
    package let width: Double
    /// How much room there is from here to the next instant.
    package let gap: Double
    /// Whether the gap is drawn shorter than it is.
    package let isFolded: Bool
  }

  /// The instants in order.
  package let instants: [Instant]
  private let stepWidth: Double

  /// How wide the whole axis is.
  package var width: Double { instants.last.map { $0.start + $0.width } ?? 0 }

  /// Makes the axis on which lives lie one above the other.
  ///
  /// - Complexity: O(n log n) in the number of records and spans
  package init(_ lives: [Life], _ widths: Widths = Widths()) {
    var steps: [VirtualTime: Int] = [:]
    for life in lives {
      let spans = life.bands.flatMap(\.spans)
      for moment in life.moments {
        steps[moment.time] = max(steps[moment.time] ?? 0, moment.step + 1)
      }
      for moment in spans.flatMap({ [$0.start, $0.end] }) + [life.end] {
        steps[moment.time] = max(steps[moment.time] ?? 0, moment.step)
      }
      for limit in spans.compactMap(\.limit) where limit < life.end.time {
        steps[limit] = steps[limit] ?? 0
      }
    }
    stepWidth = widths.step
    instants = Self.instants(steps, widths)
  }

  private static func instants(_ steps: [VirtualTime: Int], _ widths: Widths) -> [Instant] {
    let times = steps.keys.sorted()
    var instants: [Instant] = []
    var start = 0.0
    for (number, time) in times.enumerated() {
      let width = Double(steps[time] ?? 0) * widths.step
      let next = times.indices.contains(number + 1) ? times[number + 1] : nil
      let seconds = next.map { Double($0.span(since: time).nanoseconds) / 1e9 } ?? 0
      let isFolded = seconds * widths.second > widths.mostGap
      let gap = next == nil ? 0 : min(widths.mostGap, max(widths.leastGap, seconds * widths.second))
      instants.append(
        Instant(time: time, start: start, width: width, gap: gap, isFolded: isFolded))
      start += width + gap
    }
    return instants
  }

  /// Where a moment lies; one beyond the ends lies at them.
  ///
  /// - Complexity: O(log n) in the number of instants
  package func position(of moment: LifeMoment) -> Double {
    var (low, high) = (0, instants.count)
    while low < high {
      let middle = (low + high) / 2
      if instants[middle].time <= moment.time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let instant = instants[low - 1]
    guard instant.time < moment.time else {
      return instant.start + min(instant.width, Double(moment.step) * stepWidth)
    }
    guard instants.indices.contains(low) else { return width }
    let whole = Double(instants[low].time.span(since: instant.time).nanoseconds)
    let part = Double(moment.time.span(since: instant.time).nanoseconds)
    return instant.start + instant.width + instant.gap * part / whole
  }

  /// Where a time lies, before everything that happens then.
  package func position(of time: VirtualTime) -> Double {
    position(of: LifeMoment(time: time, step: 0))
  }
}
