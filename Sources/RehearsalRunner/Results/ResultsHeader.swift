// What is at the head of results: who made them, of what, and which part of the whole they are.
// Results of several machines belong together where all of it is the same but the part.

import Rehearsal
import RehearsalValues

/// One of several parts into which the cases of a run are shared out.
package struct Shard: Hashable, Sendable {
  /// Which part, from 1.
  package let number: Int
  /// How many there are.
  package let count: Int

  /// All cases as one part.
  package static let whole = Shard(number: 1, count: 1)

  /// The most parts that there may be.
  package static let most = 100_000

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// The part of a number, from 1, among some; nil where there is no such part.
  package init?(_ number: Int, of count: Int) {
    guard 1...Self.most ~= count, 1...count ~= number else { return nil }
    self.init(number: number, count: count)
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}

/// The head of results.
package struct ResultsHeader: Sendable {
  /// A script that was read.
  package struct File: Hashable, Sendable {
    /// The path, as it was found.
    package let path: String
    /// The digest of its text and of the texts that it imports.
    package let digest: String

    /// Names a script with its text.
    package init(_ path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  /// The subcommand that made them.
  package let command: String
  /// What it was given, where that decides what comes out.
  package let arguments: [String]
  /// The part.
  package private(set) var shard: Shard
  /// How often each case was run.
  package let repetitions: Int
  /// The scripts, in the order in which they were run.
  package let files: [File]
  /// How many cases all parts have together.
  package let caseCount: Int
  /// The digest of all cases, with the part that each was given to.
  package let plan: String
  /// The version of the tool.
  package let version: String

  /// Makes the head of results of this version.
  ///
  /// - Parameters:
  ///   - command: The subcommand.
  ///   - arguments: What it was given, where that decides what comes out.
  ///   - plan: The cases, with the part that each is given to.
  ///   - shard: The part that is run.
  ///   - repetitions: How often each case is run.
  package init(
    command: String, arguments: [String], plan: CasePlan, shard: Shard, repetitions: Int = 1
  ) {
    self.command = command
    self.arguments = arguments
    self.shard = shard
    self.repetitions = repetitions
    files = plan.files
    caseCount = plan.cases.count
    self.plan = plan.digest(sharedBy: shard.count)
    version = Release.version
  }

  /// Reads the head that another process made.
  ///
  /// - Parameters:
  ///   - text: The first line of results.
  ///   - name: What it is called by.
  /// - Throws: `ResultsError` for what is no head of this version.
  package init(reading text: String, name: String) throws(ResultsError) {
    try self.init(ResultsLine(text.utf8, at: name))
  }

  /// The head of another part of the same run.
  package func of(_ shard: Shard) -> ResultsHeader {
    var header = self
    header.shard = shard
    return header
  }

  /// The head as the first line of results.
  package var json: JSONValue {
    [
      ResultsLine.event: ResultsLine.Kind.results.rawValue, "command": command,
      "arguments": arguments, "shard": shard.number, "of": shard.count,
      "repetitions": repetitions,
      "files": files.map { ["path": $0.path, "digest": $0.digest] },
      "cases": caseCount, "plan": plan, "version": version,
    ]
  }

  /// Reads the head.
  init(_ line: ResultsLine) throws(ResultsError) {
    version = try line.text("version")
    guard version == Release.version else {
      throw line.mistake(
        "it was written by rehearse \(version), and this is \(Release.version); results belong to one "
          + "version")
    }
    command = try line.text("command")
    arguments = line.texts("arguments")
    guard let shard = Shard(try line.number("shard"), of: try line.number("of")) else {
      throw line.mistake("its shard does not exist")
    }
    self.shard = shard
    repetitions = try line.number("repetitions")
    caseCount = try line.number("cases")
    plan = try line.text("plan")
    files = try line.objects("files").map { file throws(ResultsError) in
      File(try file.text("path"), digest: try file.text("digest"))
    }
  }
}
