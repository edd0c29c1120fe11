// `rehearse explain`, `rehearse rules` and `rehearse profile`: pages about diagnostics and crash
// reports, about the rules of the device, and about what holds on a version of the system.

import Rehearsal
import RehearsalLifecycle
import RehearsalPrompt
import RehearsalReference
import RehearsalSyntax
import RehearsalText

extension ReferenceSearch {
  /// The words of scripts and what people call them.
  static var words: ReferenceSearch {
    ReferenceSearch(in: HelpTopic.concepts + HelpTopic.all(of: ScriptHost().interface))
  }
}

/// Explains diagnostics and other things.
struct ExplainCommand: HostedCommand {
  static let name = "explain"
  static let abstract = "Explain an error, a warning, a crash report, a log or a topic."
  static let discussion = """
    Examples:
      rehearse explain            all topics
      rehearse explain E0203
      rehearse explain headphones
      rehearse explain limits
      rehearse explain recipes
      rehearse explain recipe draft > draft.rehearsal
      rehearse explain 0xdead10cc taskTimeout
      rehearse explain Notes.ips > notes.rehearsal
      pbpaste | rehearse explain -

    For a report of an end it shows the system's rule that ended the app, and a scenario that ends \
    the same way; the page is a script that can be run. A report is any file, or - for standard \
    input: a crash report or a part of one, a JetsamEvent, a payload of MetricKit, an event of a \
    service that collects crashes, or lines of a log of RunningBoard's or FrontBoard's.

    The same for a life as apps print it: methods and notifications of UIKit, or the states of \
    UIKit, SwiftUI, Flutter or React Native. It shows the rule of each line, the first line that no \
    life explains, and a scenario that replays the life. What the recorder of the probes writes \
    is such a life, too.
    """

  private var colors = ColorOptions()
  private var topics: [String] = []

  static var sections: [OptionSection<Self>] {
    [OptionSection("Options", ColorOptions.options(in: \.colors))]
  }

  static var arguments: ArgumentRow<Self>? {
    .many(
      "topics", \.topics, .words(known),
      "Identifiers such as E0203, topics such as limits, codes such as 0xdead10cc, words of "
        + "scripts, files of crash reports, or - for standard input.")
  }

  func validate() throws(CommandEnd) {
    for topic in asked where !isReport(topic) { _ = try page(of: topic) }
  }

  /// What is asked for: names and files one by one, and words between them as one phrase.
  private var asked: [String] {
    topics.joiningPhrases { topic in
      isReport(topic) || Self.known.contains(topic.lowercased())
        || Self.known.contains(topic.uppercased()) || CrashReportPage(about: topic) != nil
    }
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    guard topics.isEmpty else { return try explain().leave() }
    let names = ExplainTopic.allCases.map { "\($0.rawValue): \($0.title)\n" }
    StandardStream.output.write(
      PrintableText(lines: renderer.renderIndex() + "\n" + names.joined()))
  }

  /// Writes the page of each topic; what is no crash report is reported instead of its page.
  private func explain() throws(CommandEnd) -> RunExitCode {
    var code = RunExitCode.passed
    var pages: [String] = []
    for topic in asked {
      guard isReport(topic) else {
        pages.append(try page(of: topic))
        continue
      }
      do throws(CrashReportError) {
        pages.append(try CrashReportPage.text(ofFile: topic))
      } catch {
        StandardStream.error.writeLine("\(error)")
        code = .scriptError
      }
    }
    StandardStream.output.write(PrintableText(lines: pages.joined(separator: "\n")))
    return code
  }

  private var renderer: DiagnosticRenderer {
    DiagnosticRenderer(usesColor: colors.usesColor(on: .output), width: 80)
  }

  /// Whether a topic is a file: any that is there, unless it is called as a topic of the command is.
  private func isReport(_ topic: String) -> Bool {
    ExplainTopic(rawValue: topic) == nil && DiagnosticIdentifier(rawValue: topic) == nil
      && CrashReportPage.isPath(topic)
  }

  private func page(of text: String) throws(CommandEnd) -> String {
    if let topic = ExplainTopic(rawValue: text.lowercased()) { return topic.page }
    let spelled = text.uppercased()
    if let identifier = DiagnosticIdentifier(rawValue: spelled),
      let page = DiagnosticPage.page(of: identifier)
    {
      return renderer.render(page)
    }
    if let page = CrashReportPage(about: text) { return page.text }
    if let page = ReferenceSearch.words.page(about: text) { return page }
    throw .missing(
      "topic \(text)", near: text, among: Self.known,
      otherwise: "`rehearse explain` lists them all.")
  }

  /// Every topic.
  private static let known =
    ExplainTopic.allCases.map(\.rawValue) + DiagnosticIdentifier.allCases.map(\.rawValue)
}

extension [String] {
  /// The arguments with neighbours that are no names of their own joined, since people leave out quotation
  /// marks: `explain E0203 low power` asks two things.
  func joiningPhrases(unless isName: (String) -> Bool) -> [String] {
    var joined: [String] = []
    var phrase: [String] = []
    for argument in self {
      guard isName(argument) else {
        phrase.append(argument)
        continue
      }
      if !phrase.isEmpty { joined.append(phrase.joined(separator: " ")) }
      phrase = []
      joined.append(argument)
    }
    return phrase.isEmpty ? joined : joined + [phrase.joined(separator: " ")]
  }
}

/// Shows rules.
struct RulesCommand: HostedCommand {
  static let name = "rules"
  static let abstract = "Show the rules that the simulated device follows."
  static let discussion = """
    Examples:
      rehearse rules            all rules
      rehearse rules R055 R112
      rehearse rules jetsam     the rules that mention a word
      rehearse rules --site pages --scripts Tests/Scripts --vectors vectors.json

    The pages of a site open without a server, and link to one another.
    """

  private var numbers: [String] = []
  private var site: String?
  private var scripts: String?
  private var vectors: String?

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .option(
            ["--site"], \.site, .path("folder", .folder),
            "Write a page for each rule into this folder."),
          .option(
            ["--scripts"], \.scripts, .folder,
            "The folder of scripts that the pages of --site show, named after their rules."),
          .option(
            ["--vectors"], \.vectors, .path("file", .file(ending: "json")),
            "The lifecycle vectors that the pages of --site name."),
        ])
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .many(
      "numbers", \.numbers, .words(RuleBookPages.numbers),
      "Numbers of rules such as R055, codes such as 0xdead10cc, or words to search for.")
  }

  func validate() throws(CommandEnd) {
    for number in asked { _ = try page(of: number) }
    guard site == nil else {
      if numbers.isEmpty { return }
      throw .usage("--site writes the pages of all rules; leave the numbers out.")
    }
    if scripts != nil || vectors != nil {
      throw .usage("--scripts and --vectors are for the pages of --site.")
    }
  }

  /// What is asked for: rules one by one, and words between them as one phrase.
  private var asked: [String] {
    numbers.joiningPhrases {
      RuleBookPages.numbers.contains($0.uppercased()) || CrashReportPage(about: $0) != nil
    }
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    if let site {
      return try RuleSiteFolder(folder: site, scripts: scripts, vectors: vectors).write()
    }
    let pages = try asked.map(page)
    StandardStream.output.write(
      PrintableText(
        lines: pages.isEmpty ? RuleBookPages().index() : pages.joined(separator: "\n")))
  }

  private func page(of text: String) throws(CommandEnd) -> String {
    let spelled = text.uppercased()
    if let page = RuleBookPages().page(spelled) { return page }
    if let page = CrashReportPage(about: text) {
      return page.rule.flatMap { RuleBookPages().page("\($0)") } ?? page.text
    }
    let lines = ReferenceSearch.words.rules(about: text)
    guard lines.isEmpty else { return lines.map { $0 + "\n" }.joined() }
    throw .missing(
      "rule \(text)", near: spelled, among: RuleBookPages.numbers,
      otherwise: "`rehearse rules` lists them all.")
  }
}

/// Shows a profile, or what differs between two.
struct ProfileCommand: HostedCommand {
  static let name = "profile"
  static let abstract = "Show the behaviour of a version of iOS."
  static let discussion = """
    Examples:
      rehearse profile 12 --model iPad
      rehearse profile 12 --compare 17
    """

  private var version = ""
  private var otherVersion: String?
  private var model = Profile().model
  private var evidence: Evidence?
  private var quirks: [Quirk] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .option(
            ["--compare"], \.otherVersion, .text("version"),
            "Show only the differences from this version."),
          .option(
            ["--model"], \.model, .text("model"),
            "The model, such as \"iPad\" or \"iPhone 14 Pro\"."),
          .option(
            ["--evidence"], \.evidence, .word("side"), "Which sources to follow where they differ."),
          .list(
            ["--quirk"], \.quirks, .word("quirk"),
            "A quirk to turn on; may be repeated."),
        ])
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .one("version", \.version, .nothing, "A version such as 12 or 6.1.")
  }

  func validate() throws(CommandEnd) {
    _ = try profile(of: version)
    if let otherVersion { _ = try profile(of: otherVersion) }
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    let pages = RuleBookPages()
    let profile = try profile(of: version)
    let text =
      if let otherVersion {
        pages.comparison(profile, try self.profile(of: otherVersion))
      } else {
        pages.page(of: profile)
      }
    StandardStream.output.write(PrintableText(lines: text))
  }

  private func profile(of text: String) throws(CommandEnd) -> Profile {
    guard let version = SystemVersion(parsing: text) else {
      throw .usage("\(text) is not a version; write one such as 17, 6.1 or 11.0.3.")
    }
    guard RuleBook.versions.contains(version) else {
      throw .usage(
        "There are no rules for iOS \(version); known versions are \(RuleBook.versions).")
    }
    var profile = Profile(system: version, model: model)
    profile.evidence = evidence
    profile.quirks = Set(quirks)
    return profile
  }
}
