// The axis of a drawing made of characters: in which column each moment of a life is, so that all
// of it fits a width. What happens at one time is side by side, time in between is to scale, and
// where that leaves too little room for the short times, the long ones are folded.

import RehearsalLifecycle

/// The columns of the moments of a life.
struct TimelineAxis {
  private let scale: LifeScale
  /// The moments that have a column of their own, by their times.
  private let steps: [VirtualTime: [Int]]
  /// How much narrower everything is than it should be; 1 where it fits.
  private let factor: Double
  /// How long a column is in the times between; nil if there are none.
  let secondsPerColumn: Double?

  /// Whether some time is drawn shorter than it is.
  let foldsTime: Bool

  /// Whether there are more moments than columns.
  var isSqueezed: Bool { factor < 1 }

  /// Lays moments out.
  ///
  /// - Parameters:
  ///   - moments: What is to have a column of its own.
  ///   - life: The life that they are of.
  ///   - columns: How many columns there are.
  init(_ moments: Set<LifeMoment>, of life: Life, columns: Int) {
    var steps: [VirtualTime: [Int]] = [:]
    for moment in moments { steps[moment.time, default: []].append(moment.step) }
    for time in steps.keys { steps[time]?.sort() }
    self.steps = steps
    let ranked = moments.map { Self.ranked($0, steps) }
    let times = steps.keys.sorted()
    let gaps = zip(times, times.dropFirst()).map { Double($1.span(since: $0).nanoseconds) / 1e9 }
    let room = Double(max(1, columns - moments.count - 1))
    let widths = Self.widths(gaps, room: room)
    scale = LifeScale([life.reduced(to: ranked)], widths)
    factor = min(1, Double(max(1, columns - 1)) / max(1, scale.width))
    secondsPerColumn = gaps.isEmpty || widths.second <= 0 ? nil : 1 / (widths.second * factor)
    foldsTime = scale.instants.contains(where: \.isFolded)
  }

  /// The column of a moment.
  func column(of moment: LifeMoment) -> Int {
    Int(scale.position(of: Self.ranked(moment, steps)) * factor)
  }

  /// The times with their columns, in order.
  var times: [(time: VirtualTime, column: Int)] {
    scale.instants.map { ($0.time, Int($0.start * factor)) }
  }

  /// The columns in the middle of folded times.
  var folds: [Int] {
    scale.instants.filter(\.isFolded).map { Int(($0.start + $0.width + $0.gap / 2) * factor) }
  }

  /// A moment with the number of those before it that have a column at its time.
  private static func ranked(_ moment: LifeMoment, _ steps: [VirtualTime: [Int]]) -> LifeMoment {
    let earlier = steps[moment.time, default: []].prefix { $0 < moment.step }.count
    return LifeMoment(time: moment.time, step: earlier)
  }

  /// The widths with which all gaps fit the room: as many of the longest are folded, to the length of
  /// the next one, as it takes for every other one to be seen.
  private static func widths(_ gaps: [Double], room: Double) -> LifeScale.Widths {
    var widths = LifeScale.Widths()
    widths.step = 1
    widths.leastGap = 1
    widths.second = 0
    widths.mostGap = room
    let sorted = gaps.sorted(by: >)
    guard let least = sorted.last else { return widths }
    for folded in sorted.indices {
      let rest = sorted[folded...]
      let seconds = rest.reduce(0, +) + Double(folded) * sorted[folded]
      widths.second = room / seconds
      widths.mostGap = folded == 0 ? room : sorted[folded] * widths.second
      if least * widths.second >= 1 { break }
    }
    return widths
  }
}

extension Life {
  /// A life of nothing but some moments, for an axis.
  fileprivate func reduced(to moments: [LifeMoment]) -> Life {
    Life(
      system: system, model: model, appNames: appNames, records: [], moments: moments,
      bandOfRecord: [], bands: [], end: moments.max() ?? end)
  }
}
