// `rehearse explain`: what a diagnostic means, with a wrong and a right script.

import ArgumentParser
import RehearsalPrompt
import RehearsalSyntax

/// Explains diagnostics.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain an error or warning by its identifier.",
    discussion: "Without an identifier it lists them all.")

  @ArgumentParser.Argument(help: "Identifiers such as E0203, in any case.")
  var identifiers: [String] = []

  func validate() throws {
    for identifier in identifiers { _ = try page(of: identifier) }
  }

  func run() throws {
    let renderer = DiagnosticRenderer(usesColor: Stream.output.usesColor, width: 80)
    let pages = try identifiers.map { try page(of: $0) }
    if pages.isEmpty {
      Stream.output.write(renderer.renderIndex())
    } else {
      Stream.output.write(pages.map(renderer.render).joined(separator: "\n"))
    }
  }

  private func page(of text: String) throws -> DiagnosticPage {
    let spelled = text.uppercased()
    if let identifier = DiagnosticIdentifier(rawValue: spelled),
      let page = DiagnosticPage.page(of: identifier)
    {
      return page
    }
    let known = DiagnosticIdentifier.allCases.map(\.rawValue)
    let meant = Suggestion.closest(to: spelled, among: known)
    throw ValidationError(
      "There is no diagnostic \(text); "
        + (meant.map { "did you mean \($0.word)?" } ?? "`rehearse explain` lists them all."))
  }
}
