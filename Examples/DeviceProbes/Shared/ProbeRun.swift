// The run of a probe under way, which outlives the processes of the app: chosen in one process, recorded from
// the very beginning of the next one on, until the person taps Done.

import UIKit

/// A probe as `rehearse probes --format json` writes it.
struct ProbeDescription: Decodable {
  let probe, shape, title: String
  let needs: String?
  let seconds: Int
  let steps: [String]

  /// Those of an app of this shape.
  static func all(_ shape: String) -> [ProbeDescription] {
    guard let url = Bundle.main.url(forResource: "probes", withExtension: "jsonl"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(ProbeDescription.self, from: Data($0.utf8))
    }.filter { $0.shape == shape }
  }
}

/// The run under way.
@MainActor
enum ProbeRun {
  private static let folder = FileManager.default.urls(
    for: .documentDirectory, in: .userDomainMask)[0]
  private static let file = folder.appendingPathComponent("run.txt")

  /// The probe and which run of it; nil while none is under way.
  static let current: (probe: String, run: Int)? = {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 2, let run = Int(words[1]) else { return nil }
    return (String(words[0]), run)
  }()

  /// The logs that were written.
  static var logs: [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "jsonl" }.sorted { $0.path < $1.path }
  }

  /// Begins to record, where a run is under way; to be called before everything else.
  static func begin() {
    guard let current else { return }
    Recorder.shared.start(probe: current.probe, run: current.run, in: folder)
  }

  /// Chooses a probe and ends the process: the next launch is the first step.
  static func choose(_ probe: String) -> Never {
    let runs = logs.count { $0.lastPathComponent.hasPrefix("\(probe)-") }
    let attributes = [FileAttributeKey.protectionKey: FileProtectionType.none]
    FileManager.default.createFile(
      atPath: file.path, contents: Data("\(probe) \(runs + 1)".utf8), attributes: attributes)
    exit(0)
  }

  /// Ends the run: everything was done.
  static func finish() -> Never {
    Recorder.shared.finish()
    try? FileManager.default.removeItem(at: file)
    exit(0)
  }

  /// Whether a probe is under way.
  static func `is`(_ probe: String) -> Bool { current?.probe == probe }

  /// Keeps the main thread busy.
  static func work(_ seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {}
  }
}
