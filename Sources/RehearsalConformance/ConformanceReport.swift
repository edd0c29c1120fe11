// The report on logs of probes: as text for people, as JSON, and as rows for the table of results.

import RehearsalLifecycle
import RehearsalText
import RehearsalValues

/// A report of what devices showed.
package struct ConformanceReport: Sendable {
  private let devices: [Conformance]

  /// Makes a report.
  package init(_ devices: [Conformance]) { self.devices = devices }

  /// Whether some device did otherwise than the rules say.
  package var hasDeviations: Bool {
    devices.contains { $0.results.contains { $0.outcome != .asTold } }
  }

  // MARK: - Text

  /// The report for people; its last line ends with a line end.
  package var text: String { devices.map(Self.text).joined(separator: "\n") }

  private static func text(_ device: Conformance) -> String {
    let runs = device.results.reduce(0) { $0 + $1.logs.count }
    var lines = [
      "\(name(of: device)): \(count(device.results.count, "probe")), \(count(runs, "run"))"
    ]
    lines += device.results.flatMap(lines(of:))
    let verdicts = device.verdicts
    let told = verdicts.count { $0.verdict == .asTold }
    let otherwise = verdicts.count { $0.verdict == .deviates }
    lines.append(
      "Rules: \(told) as told, \(count(otherwise, "deviation")), \(verdicts.count - told - otherwise)"
        + " not seen.")
    return lines.map { $0 + "\n" }.joined()
  }

  private static func name(of device: Conformance) -> String {
    let hardware = device.hardware.map { " (\($0.printableLine))" } ?? ""
    return "\(device.model.printableLine)\(hardware), iOS \(device.system)"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func lines(of result: Conformance.Result) -> [String] {
    let rules = result.told.sorted { $0.rawValue < $1.rawValue }.map(\.description)
    switch result.outcome {
    case .asTold where rules.isEmpty:
      return ["○ \(result.probe.name): nothing of it is in its logs."]
    case .asTold:
      let once =
        result.deviatingRuns > 0
        ? " One of \(result.logs.count) runs was otherwise, which is no deviation." : ""
      return ["✓ \(result.probe.name): as told (\(rules.joined(separator: " "))).\(once)"]
    case .deviates(let deviation):
      let runs = "\(result.deviatingRuns) of \(result.logs.count) runs"
      return [
        "✘ \(result.probe.name): deviates at line \(deviation.number), in \(runs)"
          + (deviation.rule.map { " (\($0))" } ?? "")
      ] + words(of: deviation).map { "    " + $0 } + explanation(of: result).map { "    " + $0 }
    }
  }

  private static func words(of deviation: ExpectedLife.Deviation) -> [String] {
    if let spans = deviation.spans, let line = deviation.came {
      return [
        "expected  \(line.words) after \(seconds(spans.expected))",
        "came      after \(seconds(spans.came))",
      ].map(\.printableLine)
    }
    return [
      "expected  \(deviation.expected?.words ?? "nothing more")",
      "came      \(deviation.came?.words ?? "nothing more")",
    ].map(\.printableLine)
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    "\(TimeSpan.milliseconds(milliseconds))"
  }

  private static func explanation(of result: Conformance.Result) -> [String] {
    guard let first = result.explanations.first else {
      return [
        "No conflict, quirk, length of time or version of the rule book plays that, nor do two of "
          + "them."
      ]
    }
    let systems = result.explanations.flatMap(\.self).compactMap { change in
      if case .system(let system) = change { system } else { nil }
    }
    if !systems.isEmpty {
      let rules = result.decisiveRule.map { ", by \($0)" } ?? ""
      return ["That is what the rules of iOS \(bands(systems)) say\(rules)."]
    }
    let all = result.explanations.map { $0.map(\.name).joined(separator: " and ") }
    let lead = first.count > 1 ? "Two together play that: " : "That is "
    var lines = [lead + all.joined(separator: ", or ") + "."]
    if all.count > 1 { lines.append("The logs do not tell these apart.") }
    for change in first { lines += change.meaning.map { [$0] } ?? [] }
    return lines + ["A device plays it with \(first.map(\.setting).joined(separator: "; "))."]
  }

  /// Versions as people list them, neighbours as one band.
  private static func bands(_ versions: [SystemVersion]) -> String {
    let all = Change.systems(on: Profile(system: SystemVersion(0))).compactMap { change in
      if case .system(let system) = change { system } else { nil }
    }
    var bands: [(first: SystemVersion, last: SystemVersion)] = []
    var previous: SystemVersion?
    for version in all {
      defer { previous = version }
      guard versions.contains(version) else { continue }
      if let last = bands.last, last.last == previous {
        bands[bands.count - 1].last = version
      } else {
        bands.append((version, version))
      }
    }
    return bands.map { $0.first == $0.last ? "\($0.first)" : "\($0.first) to \($0.last)" }
      .joined(separator: ", ")
  }

  // MARK: - JSON

  /// The report as one line of JSON for each probe of each device.
  package var json: String {
    devices.flatMap { device in
      device.results.map { result in Self.json(result, device).text + "\n" }
    }.joined()
  }

  private static func json(_ result: Conformance.Result, _ device: Conformance) -> JSONValue {
    var fields: [(String, JSONValue.Value)] = [
      ("system", "\(device.system)"), ("model", device.model), ("device", device.hardware),
      ("probe", result.probe.name), ("runs", result.logs.count),
      ("deviatingRuns", result.deviatingRuns),
      ("told", result.told.sorted { $0.rawValue < $1.rawValue }.map(\.description)),
    ]
    if case .deviates(let deviation) = result.outcome {
      fields += [
        ("outcome", "deviates"), ("line", deviation.number), ("rule", deviation.rule?.description),
        ("expected", deviation.expected?.json), ("came", deviation.came?.json),
        (
          "explanations", result.explanations.map { JSONValue.list($0.map { .string($0.setting) }) }
        ),
      ]
    } else {
      fields.append(("outcome", "asTold"))
    }
    return JSONValue(fields: fields)
  }

  /// The report as rows for the table of results, which the pages of rules show.
  package var rows: String {
    devices.flatMap { device in
      device.verdicts.filter { $0.verdict != .notSeen }.map { entry in
        DeviceResult(
          entry.rule, on: device.system, device.model, device.hardware, probe: entry.probe,
          deviation: entry.verdict == .asTold ? nil : entry.remark ?? "nothing came"
        ).source.printableLine + "\n"
      }
    }.joined()
  }
}

extension Conformance {
  /// The results for one rule.
  package enum Verdict: Hashable, Sendable {
    case asTold, deviates, notSeen
  }

  /// Every rule that the probes could show, with what they did.
  package var verdicts: [(rule: RuleNumber, verdict: Verdict, probe: String, remark: String?)] {
    var verdicts: [RuleNumber: (Verdict, String, String?)] = [:]
    for result in results {
      for rule in result.expected where verdicts[rule] == nil {
        verdicts[rule] = (.notSeen, result.probe.name, nil)
      }
      for rule in result.told where verdicts[rule]?.0 != .deviates {
        verdicts[rule] = (.asTold, result.probe.name, nil)
      }
    }
    for result in results {
      guard case .deviates(let deviation) = result.outcome, let rule = deviation.rule else {
        continue
      }
      let changes = result.explanations.first.map { $0.map(\.name).joined(separator: " and ") }
      verdicts[rule] = (.deviates, result.probe.name, changes ?? deviation.came?.words)
    }
    return verdicts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      ($0.key, $0.value.0, $0.value.1, $0.value.2)
    }
  }
}
