// The log that a recorder would write on the simulated device: what the app meets there, with what a
// recorder cannot see left out, and which of the moments the system decides.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalVectors

/// The expected log of a probe.
package struct ExpectedLife: Hashable, Sendable {
  /// The lines, numbered from 1.
  package private(set) var lines: [LogLine] = []
  /// The rule that says so, by line.
  package private(set) var rules: [RuleNumber?] = []
  /// Of lines whose moment the system decides, the lines from which it counts; empty for what follows
  /// on what a person does.
  private var anchors: [Range<Int>] = []

  /// How far a span may be from what is expected, in milliseconds: jitter of 50 ms at both of its ends,
  /// and the recorder's own step of 50 ms.
  package static let tolerance: Int64 = 150

  /// Plays a probe; nil if it cannot be played.
  package init?(of probe: Probe, on change: (inout Profile) -> Void = { _ in }) {
    guard let life = RecordedLife(0, of: probe.compiled, keepsLogs: true, on: change) else {
      return nil
    }
    self.init(life)
  }

  init(_ life: RecordedLife) {
    var seen = Seen()
    for step in life.steps { seen.take(step) }
    let moments = Set(life.acts.map(\.time))
    var (anchor, process) = (0..<0, 0)
    for (index, entry) in seen.entries.enumerated() {
      var line = entry.line
      line.number = index + 1
      let isPersons = moments.contains(line.time)
      if isPersons || line.process != process {
        // Lines of one moment count from the same moment.
        let isSame = !anchor.isEmpty && lines[anchor.lowerBound].time == line.time
        anchor = isSame ? anchor.lowerBound..<index + 1 : index..<index + 1
        anchors.append(0..<0)
      } else {
        anchors.append(anchor)
      }
      process = line.process
      lines.append(line)
      rules.append(entry.rule)
    }
  }

  /// The recorder's view of steps, one after the other.
  private struct Seen {
    var entries: [(line: LogLine, rule: RuleNumber?)] = []
    private var scenes: [Int: Int] = [:]
    private var process = 0
    private var suspension: (time: Int64, rule: RuleNumber?)?
    private var end: (time: Int64, rule: RuleNumber?)?

    mutating func take(_ step: VectorStep) {
      if step.kind == .end {
        // The next process finds out when this one was last alive.
        end = suspension ?? (step.time, step.rule)
        suspension = nil
        return
      }
      if step.process != process {
        if let end {
          entries.append(
            (
              LogLine(
                number: 0, time: end.time, process: process, kind: .end, name: "", state: nil),
              end.rule
            ))
        }
        (process, scenes, end, suspension) = (step.process, [:], nil, nil)
      }
      if step.kind == .read {
        if step.isSuspended { suspension = (step.time, step.rule) } else { resume() }
        return
      }
      resume()
      guard ProbeRecorder.sees(step) else { return }
      // Only what is about a scene says which.
      let hasScene = step.kind == .sceneDelegate || step.name.hasPrefix("UIScene")
      let scene = (hasScene ? step.scene : nil).map { scene in
        let number = scenes[scene] ?? scenes.count + 1
        scenes[scene] = number
        return number
      }
      entries.append(
        (
          LogLine(
            number: 0, time: step.time, process: step.process, kind: step.kind, name: step.name,
            state: step.state.map { "\($0)" }, scene: scene,
            sceneState: hasScene ? step.sceneState : nil,
            isProtectedDataAvailable: step.isProtectedDataAvailable), step.rule
        ))
    }

    private mutating func resume() {
      guard let suspended = suspension else { return }
      suspension = nil
      entries.append(
        (
          LogLine(
            number: 0, time: suspended.time, process: process, kind: .read,
            name: LogLine.suspended, state: nil), suspended.rule
        ))
    }
  }

  // MARK: - Comparing

  /// Where a log is not as expected.
  package struct Deviation: Hashable, Sendable {
    /// The number of the line, from 1.
    package let number: Int
    /// The expected line; nil for the end of the log.
    package let expected: LogLine?
    /// The line that came; nil if none did.
    package let came: LogLine?
    /// The span that was expected and the one that came, in milliseconds, where only that differs.
    package let spans: (expected: Int64, came: Int64)?
    /// The rule that says what was expected.
    package let rule: RuleNumber?

    /// Whether two are at the same place, and the same came.
    package static func == (left: Deviation, right: Deviation) -> Bool {
      left.number == right.number && left.expected == right.expected
        && left.came?.content == right.came?.content
    }

    /// Hashes where it is.
    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The first place where a log is not as expected; nil if it is, as far as its lines were not lost.
  ///
  /// - Complexity: O(*n*) in the length of the log
  package func deviation(of log: RecordedLog) -> Deviation? {
    var seen: [Int: Int64] = [:]
    for line in log.lines {
      let index = line.number - 1
      guard lines.indices.contains(index) else {
        return Deviation(
          number: line.number, expected: nil, came: line, spans: nil, rule: rules.last ?? nil)
      }
      let spans = spans(of: line, at: index, seen)
      guard lines[index].content == line.content, spans == nil else {
        return Deviation(
          number: line.number, expected: lines[index], came: line,
          spans: lines[index].content == line.content ? spans : nil, rule: rules[index])
      }
      seen[index] = line.time
    }
    guard let count = log.count, count < lines.count else { return nil }
    return Deviation(
      number: count + 1, expected: lines[count], came: nil, spans: nil, rule: rules[count])
  }

  /// The span that is expected before a line and the one that came, where they differ.
  private func spans(
    of line: LogLine, at index: Int, _ seen: [Int: Int64]
  ) -> (expected: Int64, came: Int64)? {
    guard let anchor = anchors[index].first(where: { seen[$0] != nil }), let start = seen[anchor]
    else { return nil }
    let (expected, came) = (lines[index].time - lines[anchor].time, line.time - start)
    return abs(expected - came) > Self.tolerance ? (expected, came) : nil
  }

  /// The spans of all lines whose moment the system decides, by line.
  package func spans(in log: RecordedLog? = nil) -> [Int: Int64] {
    let times =
      log.map { Dictionary($0.lines.map { ($0.number - 1, $0.time) }) { first, _ in first } }
      ?? Dictionary(uniqueKeysWithValues: lines.indices.map { ($0, lines[$0].time) })
    var spans: [Int: Int64] = [:]
    for index in lines.indices {
      guard let time = times[index],
        let start = anchors[index].lazy.compactMap({ times[$0] }).first
      else { continue }
      spans[index] = time - start
    }
    return spans
  }
}

/// The recorder's view of records.
package enum ProbeRecorder {
  /// Whether a step is one that it writes down: a call, a line of the app's own, or one of the
  /// notifications that it observes.
  static func sees(_ step: VectorStep) -> Bool {
    step.kind != .notification || notifications.contains(step.name)
  }

  /// The notifications that the recorder observes, by their names.
  package static let notifications: Set<String> = Set(
    SystemNotification.allCases.compactMap(\.rawName).filter {
      $0.hasPrefix("UIApplication") || $0.hasPrefix("UIScene")
    })
}
