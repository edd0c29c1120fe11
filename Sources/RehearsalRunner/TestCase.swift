// A case: the unit that a runner lists, chooses, runs and reports. A scenario is one, or several
// where its header asks for it; so is a script without scenarios, as a whole.

import Rehearsal

/// One case of a script.
package struct TestCase: Sendable, Hashable {
  /// What running the case means.
  package enum Content: Sendable, Hashable {
    /// The scenario case of that number in the script, after the script's statements.
    case scenario(Int)
    /// The statements of a script that has no scenarios, where they do something, on the device of
    /// that number among `Script.wholePlayings`.
    case script(Int)
    /// The statements before the scenarios: a case of its own only where they fail.
    case statements
    /// A comparison of the script's run with what its comments expect of it.
    case comments
    /// A script that cannot be read, or that has errors: it fails with them.
    case unusable
    /// A search of everything that may happen.
    case exploration
    /// A change of an app's code, which passes where a scenario fails with it.
    case change

    /// The title of a case that is no scenario.
    var title: String {
      switch self {
      case .scenario: "the scenario"
      case .exploration: "the exploration"
      case .change: "the change"
      case .script, .unusable: "the script as a whole"
      case .statements: "the statements before the scenarios"
      case .comments: "the script as its comments say"
      }
    }
  }

  /// The path of the script, as it was found.
  package let file: String
  /// The line at which it is declared, from 1.
  package let line: Int
  /// What running it means.
  package let content: Content
  /// The title, that of a scenario with its parameters.
  package let title: String
  /// The title without the system, which the cases have in common that differ in nothing else.
  package let commonTitle: String
  /// What tells it from the other cases of its scenario, in the order of the header.
  package let parameters: [ScenarioCase.Parameter]
  /// The tags of the scenario, without their dots.
  package let tags: [String]
  /// Why it is not run; nil where it is.
  package internal(set) var skipReason: String?
  /// Why it has to fail; nil where it has to pass.
  package let failureReason: String?
  /// The systems on which it was to be played and is not, because its header names others.
  package let unplayedSystems: [String]

  /// Makes a case.
  package init(
    file: String, line: Int, content: Content, title: String? = nil,
    commonTitle: String? = nil,
    parameters: [ScenarioCase.Parameter] = [], tags: [String] = [], skipReason: String? = nil,
    failureReason: String? = nil, unplayedSystems: [String] = []
  ) {
    self.file = file
    self.line = line
    self.content = content
    self.title = title ?? content.title
    self.commonTitle = commonTitle ?? self.title
    self.parameters = parameters
    self.tags = tags
    self.skipReason = skipReason
    self.failureReason = failureReason
    self.unplayedSystems = unplayedSystems
  }

  /// The case as one that is not run, with the reason.
  func leftOut(because reason: String) -> TestCase {
    var testCase = self
    testCase.skipReason = skipReason ?? reason
    return testCase
  }

  /// The title with what kind of case it is, for reports with cases of all kinds.
  var heading: String {
    switch content {
    case .exploration: "explore \(title)"
    case .change: "line \(line): \(title)"
    case .scenario, .script, .statements, .comments, .unusable: title
    }
  }

  /// Whether it is a scenario of a script.
  var isScenario: Bool { if case .scenario = content { true } else { false } }

  /// Whether it is a script without scenarios.
  var isWholeScript: Bool { if case .script = content { true } else { false } }

  /// What names it on a command line, from run to run: the file, a slash and the title.
  package var name: String { file + "/" + title }
}
