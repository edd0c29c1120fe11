// Every example that `:help` prints is a line that can be run where it says.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax
import Testing

@testable import RehearsalConsole

@Suite("Examples of help")
struct HelpExampleTests {
  /// The topics with an example, each with a whole script around it.
  private static let scripts = HelpTopic.all(of: Vocabulary.interface).filter {
    !$0.example.isEmpty
  }
  .map { topic in
    let script =
      switch topic.group {
      case .handler: "\(topic.example)\nlaunch Notes"
      case .inside:
        "app Notes { button \"Go\" { \(topic.example) } }\nlaunch Notes\ntouch \"Go\""
      default: "app Notes { button \"Type\" { } }\nlaunch Notes\n\(topic.example)"
      }
    return (name: topic.name, script: script)
  }

  @Test("Every word that is called has an example")
  func wordsHaveExamples() {
    let groups: [HelpTopic.Group] = [.outside, .inside, .handler]
    for topic in HelpTopic.all(of: Vocabulary.interface) where groups.contains(topic.group) {
      #expect(!topic.example.isEmpty, "\(topic.name)")
    }
    #expect(Self.scripts.count > 200)
  }

  @Test("An example has no errors and runs", arguments: Self.scripts)
  func runs(_ name: String, _ text: String) throws {
    let script = Script(SourceText(name: name, text))
    let errors = script.diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(text)\n\(DiagnosticRenderer().render(errors))")
    guard var session = Session(script) else { return }
    let report = session.run()
    let renderer = RunRenderer(script)
    #expect(
      report.hasPassed, "\(text)\n\(report.statementFailures.map { renderer.text($0) }.joined())")
  }
}
