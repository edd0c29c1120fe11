// `--baseline FILE` and `--write-baseline FILE`: findings that are known, and what of them is found no
// more.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner
import Synchronization

/// What is known already.
struct BaselineOptions: OptionGroup, Sendable {
  private var path: String?
  private var written: String?

  static var options: [OptionRow<Self>] {
    [
      .option(
        ["--baseline"], \.path, .path("file", .file(ending: nil)),
        "Keep quiet about the findings that this file knows, and say which are found no more."),
      .option(
        ["--write-baseline"], \.written, .path("file", .file(ending: nil)),
        "Write the findings to this file, for --baseline."),
    ]
  }

  /// The findings that are known; none without a file.
  func baseline() throws(CommandEnd) -> Baseline {
    guard let path else { return Baseline() }
    guard let bytes = try? FilePath(path).bytes(atMost: Baseline.longestFile),
      let baseline = Baseline(bytes)
    else {
      throw .usage("--baseline \(path): this is no baseline; --write-baseline writes one.")
    }
    return baseline
  }

  /// Whether a file is to be written.
  var writes: Bool { written != nil }

  /// Says what of the baseline is found no more, and writes a new one.
  ///
  /// - Parameters:
  ///   - found: Everything that was found, known or not.
  ///   - search: What found it.
  ///   - files: The scripts; nil if not all of them were searched for everything.
  /// - Throws: `CommandEnd` if the baseline cannot be read or written.
  func end(with found: [Baseline.Finding], of search: String, in files: [String]?)
    throws(CommandEnd)
  {
    if path != nil, let files {
      let stale = try baseline().stale(without: Set(found), of: search, in: files)
      for key in stale {
        StandardStream.error.writeLine("known, and found no more: \(key.printableLine)")
      }
    }
    guard let written else { return }
    var baseline = Baseline()
    for finding in found { baseline.add(finding) }
    do { try WholeFile.write(Array(baseline.text.utf8), to: written) } catch {
      StandardStream.error.writeLine(
        "\(written.printableLine): error: the baseline cannot be written: \(error.reason)")
      throw .exit(RunExitCode.outputLost.rawValue)
    }
  }
}

/// What cases found, as they end: threads that run cases give it their events one at a time.
final class FoundFindings: Sendable {
  private let state = Mutex<[(position: Int, result: CaseResult)]>([])

  /// Takes note of how a case came out.
  func note(_ event: TestEvent) {
    guard case .caseEnded(let result) = event else { return }
    state.withLock { $0.append(($0.count, result)) }
  }

  /// The results of the cases, in the order in which they were told.
  var results: [CaseResult] { state.withLock { $0.map(\.result) } }

  /// Everything that was found, known or not.
  var findings: [Baseline.Finding] { results.flatMap(\.found) }
}
