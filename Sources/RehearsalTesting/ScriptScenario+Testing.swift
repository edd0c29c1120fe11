// Scenarios under Swift Testing: each has its own name, and what goes wrong is an issue at the
// script's own line and column. Tags, conditions and time limits are the test function's traits.
//
//     @Test(arguments: try ScriptScenario.all(in: "Scripts"))
//     func scenario(_ scenario: ScriptScenario) async { await scenario.run() }

import Rehearsal
import RehearsalMachine
import Testing

extension ScriptScenario: CustomTestStringConvertible {
  /// The script's file name and the title.
  public var testDescription: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return title.map { "\(file): \($0)" } ?? file
  }
}

extension ScriptScenario: CustomTestArgumentEncodable {
  /// Identifies the case by its script's path and its title, from run to run.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([path, title ?? ""])
  }
}

extension ScriptScenario {
  /// Runs the case and records what goes wrong as issues of the current test, with the timeline as
  /// an attachment.
  ///
  /// When the test's task is cancelled, as by its time limit, the script is stopped.
  ///
  /// - Returns: What the run came to.
  @discardableResult
  public func run() async -> Outcome {
    let cancellation = CancellationFlag()
    let outcome = await withTaskCancellationHandler {
      self.outcome(until: cancellation)
    } onCancel: {
      cancellation.cancel()
    }
    guard !outcome.problems.isEmpty else { return outcome }
    for problem in outcome.problems {
      Issue.record(Comment(rawValue: problem.message), sourceLocation: problem.sourceLocation)
    }
    if !outcome.timeline.isEmpty {
      let text = outcome.timeline.map { $0 + "\n" }.joined()
      Attachment.record(text, named: attachmentName)
    }
    return outcome
  }

  /// The name of the case as that of a file.
  private var attachmentName: String {
    testDescription.replacing(": ", with: ", ")
      .map { "/:\\".contains($0) ? "-" : String($0) }.joined() + ".txt"
  }
}

extension ScriptScenario.Problem {
  /// The place as Swift Testing has it.
  var sourceLocation: SourceLocation {
    let (path, position) = (place.file, place.position)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return SourceLocation(
      fileID: "Scripts/\(file)", filePath: path, line: max(1, position.line),
      column: max(1, position.column))
  }
}
