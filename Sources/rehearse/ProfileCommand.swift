// `rehearse profile`: what holds on a version of the system, and what differs between two.

import ArgumentParser
import Rehearsal
import RehearsalLifecycle
import RehearsalPrompt
import RehearsalSyntax

/// Shows a profile, or what differs between two.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Show what holds on a version of iOS.")

  @ArgumentParser.Argument(help: "A version such as 12 or 6.1.")
  var version: String

  @Option(name: .long, help: "Show only what differs on that version.")
  var compare: String?

  @Option(name: .long, help: "The model, such as \"iPad\" or \"iPhone 14 Pro\".")
  var model = Profile().model

  @Option(name: .long, help: "The side taken where sources differ: observed or documented.")
  var evidence = Profile().evidence.rawValue

  @Option(name: .long, help: "A quirk that is switched on; may be given several times.")
  var quirk: [String] = []

  func validate() throws {
    _ = try profile(of: version)
    if let compare { _ = try profile(of: compare) }
  }

  func run() throws {
    let pages = RuleBookPages()
    let profile = try profile(of: version)
    guard let compare else { return Stream.output.write(pages.page(of: profile)) }
    Stream.output.write(pages.comparison(profile, try self.profile(of: compare)))
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
    profile.evidence = try word(evidence, "side", Evidence.allCases, Evidence.init(rawValue:))
    profile.quirks = Set(
      try quirk.map { try word($0, "quirk", Quirk.allCases, Quirk.init(rawValue:)) })
    return profile
  }

  /// The case of a word; an error that names the one that was probably meant.
  private func word<Word: RawRepresentable<String>>(
    _ text: String, _ what: String, _ all: [Word], _ read: (String) -> Word?
  ) throws -> Word {
    if let found = read(text) { return found }
    let meant = Suggestion.closest(to: text, among: all.map(\.rawValue))
    throw ValidationError(
      "There is no \(what) \(text); "
        + (meant.map { "did you mean \($0.word)?" }
          ?? "there are " + all.map(\.rawValue).joined(separator: ", ") + "."))
  }
}
