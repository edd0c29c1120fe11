// Every example that `:help` prints is a line that can be run where it says.

import Rehearsal
import RehearsalReference
import RehearsalSyntax
import Testing

@testable import RehearsalPrompt

@Suite("Examples of help")
struct HelpExampleTests {
  /// The topics with an example, each with a whole script around it.
  private static let scripts = (HelpTopic.concepts + HelpTopic.all(of: Vocabulary.interface))
    .filter { !$0.example.isEmpty }
    .map { (name: $0.name, script: script(around: $0)) }

  private static func script(around topic: HelpTopic) -> String {
    let example = topic.example
    return switch topic.group {
    case .handler: "\(example)\nlaunch Notes"
    case .inside where example.contains("scene."):
      "app Notes { scene { on didBecomeActive { \(example) } } }\nlaunch Notes"
    case .inside where topic.name == "fatalError":
      "app Notes { button \"Go\" { \(example) } }\nlaunch Notes\nexpect crash(Notes) { touch \"Go\" }"
    case .inside:
      "app Notes { button \"Go\" { \(example) } }\nlaunch Notes\ntouch \"Go\""
    default: "app Notes { button \"Type\" { } }\nlaunch Notes\n\(example)"
    }
  }

  @Test("Every word that is called has an example")
  func wordsHaveExamples() {
    let groups: [HelpTopic.Group] = [.outside, .inside, .handler]
    for topic in HelpTopic.all(of: Vocabulary.interface) where groups.contains(topic.group) {
      #expect(!topic.example.isEmpty, "\(topic.name)")
    }
    #expect(Self.scripts.count > 150)
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
