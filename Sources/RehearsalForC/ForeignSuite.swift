// What another language wants played: a subcommand with its options and paths, as `rehearse` takes them.
// They are at the head of results as the command would have put them there, so `rehearse merge`
// reads their outcome, too.

import Rehearsal
import RehearsalCases
import RehearsalExploration
import RehearsalFiles
import RehearsalLifecycle
import RehearsalRunner

/// Scripts, with how their cases are chosen and played.
struct ForeignSuite {
  /// The subcommand, `test` or `storm`.
  let command: String
  /// The options, then the paths after `--`.
  private(set) var arguments: [String] = []
  /// The files and folders.
  private(set) var paths: [String] = []
  private var loading: TestScript.Loading
  private var selection = TestSelection()
  private var storm = StormOptions()
  private var onlyDisturbances: Set<String> = []
  private var root: String?

  /// An option with what it does.
  private struct Option: Sendable {
    let name: String
    /// The one subcommand that has it; nil for both.
    var command: String?
    /// What its value has to be; nil for an option without one.
    let expected: String?
    /// Takes the value; false for one that it does not have.
    let take: @Sendable (inout ForeignSuite, String) throws -> Bool

    init(
      _ name: String, of command: String? = nil, _ expected: String? = nil,
      take: @escaping @Sendable (inout ForeignSuite, String) throws -> Bool
    ) {
      self.name = name
      self.command = command
      self.expected = expected
      self.take = take
    }
  }

  private static let commands = ["test", "storm"]

  private static let options: [Option] = [
    Option("--os", "versions of the rules, \(RuleBook.versions), such as 12,15,17") {
      $0.loading.systems.versions = values($1)
      return $0.loading.systems.unknownVersion == nil
    },
    Option("--model", "models, such as iPhone,iPad") {
      $0.loading.systems.models = values($1)
      return $0.loading.systems.models.allSatisfy { ModelFamily(ofModel: $0) != nil }
    },
    Option("--filter", "a regular expression") {
      guard let filter = try? Regex($1) else { return false }
      $0.selection.filters.append(filter)
      return true
    },
    Option("--tag", "a tag") {
      $0.selection.tags.append(plain($1))
      return true
    },
    Option("--not-tag", "a tag") {
      $0.selection.excludedTags.append(plain($1))
      return true
    },
    Option("--limit", "a setting, such as instructions=1000000") {
      do throws(LimitMistake) { try $0.loading.limits.set($1) } catch {
        throw ForeignError(error.message)
      }
      return true
    },
    Option("--root", "a folder") {
      $0.root = $1
      return !$1.isEmpty
    },
    Option("--strict", of: "test") { suite, _ in
      suite.loading.isStrict = true
      return true
    },
    Option("--comments", of: "test") { suite, _ in
      suite.loading.readsComments = true
      return true
    },
    Option("--pairs", of: "storm") { suite, _ in
      suite.storm.injectsPairs = true
      return true
    },
    Option(
      "--only", of: "storm", "one of \(Disturbance.all.map(\.name).joined(separator: ", "))"
    ) {
      let chosen = Disturbance.list($1)
      $0.onlyDisturbances.formUnion((chosen ?? []).map(\.name))
      return chosen != nil
    },
  ]

  /// A symbol without its dot.
  private static func plain(_ text: String) -> String {
    text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  /// What is between commas, each once.
  private static func values(_ text: String) -> [String] {
    var values: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let value = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      if !values.contains(value) { values.append(value) }
    }
    return values
  }

  /// Reads what is wanted.
  ///
  /// - Parameters:
  ///   - command: The subcommand.
  ///   - given: Options such as `--os=12,17`, then files and folders; after `--` paths only.
  ///   - host: The functions that scripts can use.
  ///   - limits: The bounds that no option sets.
  /// - Throws: `ForeignError` for what neither subcommand takes.
  init(
    _ command: String, _ given: [String], host: ScriptHost, limits: RunLimits
  ) throws {
    guard Self.commands.contains(command) else {
      throw ForeignError(
        "`\(command)` is not played here; \(Self.commands.joined(separator: " and ")) are")
    }
    self.command = command
    loading = TestScript.Loading(host: host, limits: limits)
    let isOption = { (text: String) in text.hasPrefix("--") && text != "--" }
    for text in given.prefix(while: isOption) {
      try take(text)
      arguments.append(text)
    }
    paths = given.drop(while: isOption).filter { $0 != "--" }
    if paths.isEmpty { paths = ["."] } else { arguments += ["--"] + paths }
    guard !paths.contains(ScriptFile.standardInput) else {
      throw ForeignError("`-` is no file, and standard input is another language's own")
    }
  }

  private mutating func take(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard
      let option = Self.options.first(where: {
        $0.name == name && $0.command ?? command == command
      })
    else { throw ForeignError("`\(command)` takes no \(name) here; the command may") }
    guard let expected = option.expected else {
      guard parts.count == 1 else { throw ForeignError("\(name) takes no value") }
      _ = try option.take(&self, "")
      return
    }
    guard parts.count == 2, try option.take(&self, String(parts[1])) else {
      throw ForeignError("\(name) takes \(expected), as in \(name)=VALUE; it is `\(text)`")
    }
  }

  /// Whether warnings of a run are failures.
  var isStrict: Bool { loading.isStrict }

  /// What runs its cases.
  var runner: TestRunner {
    var runner = TestRunner(loading, from: ImportRoots(root: root, paths: paths))
    runner.selection = selection
    runner.isStrict = isStrict
    guard command == "storm" else { return runner }
    var options = storm
    if !onlyDisturbances.isEmpty {
      options.disturbances = Disturbance.all.filter { onlyDisturbances.contains($0.name) }
    }
    runner.play = options.play
    return runner
  }

  /// The report for people on some scripts: the matrices of storms are shown where single files were
  /// named.
  func textReport(on files: [String]) -> TextReport {
    var report = TextReport()
    report.showsMatrices = command == "storm" && files == paths
    return report
  }
}
