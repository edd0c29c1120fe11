// `rehearse explain`, `rehearse rules` and `rehearse profile`: pages about diagnostics and crash
// reports, about the rules of the device, and about what holds on a version of the system.

import ArgumentParser
import Rehearsal
import RehearsalLifecycle
import RehearsalPrompt
import RehearsalSyntax

/// Explains diagnostics and other things.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain an error, a warning, a crash report or another topic.",
    discussion: """
      Examples:
        rehearse explain            all topics
        rehearse explain E0203
        rehearse explain limits
        rehearse explain Notes.ips > notes.rehearsal

      A crash report, a file that ends in .ips or .crash, is explained by the rule of the system \
      that ended the app, and a scenario that ends the same way; the page is a script that plays it.
      """)

  @OptionGroup var colors: ColorOptions

  @ArgumentParser.Argument(
    help: """
      Identifiers such as E0203, in any case, topics such as limits, and crash reports.
      """,
    completion: .list(ExplainCommand.known))
  var topics: [String] = []

  func validate() throws {
    for topic in topics where !CrashReportPage.isPath(topic) { _ = try page(of: topic) }
  }

  func run() throws {
    guard topics.isEmpty else {
      let code = try explain()
      return try code.leave()
    }
    let names = HelpTopic.allCases.map { "\($0.rawValue): \($0.title)\n" }
    StandardStream.output.write(renderer.renderIndex() + "\n" + names.joined())
  }

  /// Writes the page of each topic; what is no crash report is told instead of its page.
  private func explain() throws -> RunExitCode {
    var code = RunExitCode.passed
    var pages: [String] = []
    for topic in topics {
      guard CrashReportPage.isPath(topic) else {
        pages.append(try page(of: topic))
        continue
      }
      do throws(CrashReportError) {
        pages.append(try CrashReportPage(path: topic).text)
      } catch {
        StandardStream.error.writeLine("\(error)")
        code = .scriptError
      }
    }
    StandardStream.output.write(pages.joined(separator: "\n"))
    return code
  }

  private var renderer: DiagnosticRenderer {
    DiagnosticRenderer(usesColor: colors.usesColor(on: .output), width: 80)
  }

  private func page(of text: String) throws -> String {
    if let topic = HelpTopic(rawValue: text.lowercased()) { return topic.page }
    let spelled = text.uppercased()
    if let identifier = DiagnosticIdentifier(rawValue: spelled),
      let page = DiagnosticPage.page(of: identifier)
    {
      return renderer.render(page)
    }
    throw ValidationError(
      "topic \(text)", near: text, among: Self.known,
      otherwise: "`rehearse explain` lists them all.")
  }

  /// Every topic.
  private static let known =
    HelpTopic.allCases.map(\.rawValue) + DiagnosticIdentifier.allCases.map(\.rawValue)
}

/// Shows rules.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Show the rules that the device obeys.",
    discussion: """
      Examples:
        rehearse rules            all of them
        rehearse rules R055 R112
      """)

  @ArgumentParser.Argument(
    help: "Numbers of rules such as R055, in any case.",
    completion: .list(RuleBookPages.numbers))
  var numbers: [String] = []

  func validate() throws {
    for number in numbers { _ = try page(of: number) }
  }

  func run() throws {
    let pages = try numbers.map(page)
    StandardStream.output.write(
      pages.isEmpty ? RuleBookPages().index() : pages.joined(separator: "\n"))
  }

  private func page(of text: String) throws -> String {
    let spelled = text.uppercased()
    if let page = RuleBookPages().page(spelled) { return page }
    throw ValidationError(
      "rule \(text)", near: spelled, among: RuleBookPages.numbers,
      otherwise: "`rehearse rules` lists them all.")
  }
}

/// Shows a profile, or what differs between two.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Show what holds on a version of iOS.",
    discussion: """
      Examples:
        rehearse profile 12 --model iPad
        rehearse profile 12 --compare 17
      """)

  @ArgumentParser.Argument(help: "A version such as 12 or 6.1.")
  var version: String

  @Option(name: .long, help: "Show only what differs on that version.")
  var compare: String?

  @Option(name: .long, help: "The model, such as \"iPad\" or \"iPhone 14 Pro\".")
  var model = Profile().model

  @Option(
    name: .long, help: "The side taken where sources differ: observed or documented.",
    completion: .list(Evidence.allCases.map(\.rawValue)))
  var evidence: String?

  @Option(
    name: .long, help: "A quirk that is switched on; may be given several times.",
    completion: .list(Quirk.allCases.map(\.rawValue)))
  var quirk: [String] = []

  func validate() throws {
    _ = try profile(of: version)
    if let compare { _ = try profile(of: compare) }
  }

  func run() throws {
    let pages = RuleBookPages()
    let profile = try profile(of: version)
    guard let compare else { return StandardStream.output.write(pages.page(of: profile)) }
    StandardStream.output.write(pages.comparison(profile, try self.profile(of: compare)))
  }

  private func profile(of text: String) throws -> Profile {
    guard let version = SystemVersion(parsing: text) else {
      throw ValidationError("\(text) is no version; write one such as 17, 6.1 or 11.0.3.")
    }
    guard RuleBook.versions.contains(version) else {
      throw ValidationError(
        "There are no rules for iOS \(version); they speak of \(RuleBook.versions).")
    }
    var profile = Profile(system: version, model: model)
    profile.evidence = try evidence.map { try value(named: $0, "side") }
    profile.quirks = Set(try quirk.map { try value(named: $0, "quirk") })
    return profile
  }

  /// The case with a name, or an error about a name that no case has.
  private func value<Value: RawRepresentable<String> & CaseIterable>(
    named name: String, _ what: String
  ) throws -> Value {
    if let value = Value(rawValue: name) { return value }
    let known = Value.allCases.map(\.rawValue)
    throw ValidationError(
      "\(what) \(name)", near: name, among: known,
      otherwise: "there are " + known.joined(separator: ", ") + ".")
  }
}

extension ValidationError {
  /// An error about something that does not exist, which proposes a known name that is close.
  init(
    _ what: String, near name: String, among known: [String], otherwise fallback: String
  ) {
    let meant = Suggestion.closest(to: name, among: known)?.word
    self.init("There is no \(what); " + (meant.map { "did you mean \($0)?" } ?? fallback))
  }
}
