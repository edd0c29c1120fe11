// The names of a text whose variables have values by now: an input at a prompt, an expression at the stop
// of a debugger. What is there is looked at; what an expression would give, the check is asked.

import RehearsalInterface
import RehearsalSyntax

/// A source of names that have values.
package struct LiveScope<Names: NamesInSight>: CompletionScope {
  private let names: Names
  /// The text up to the cursor.
  private let text: String
  package let helpTopics: [HelpTopic]
  package let controlLabels: [String]
  private let paths: (String) -> [String]

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - text: The text up to the cursor.
  ///   - names: The names with their values.
  ///   - helpTopics: What help knows of the words; nil to make it anew.
  ///   - controlLabels: The labels of what can be touched.
  ///   - paths: Finds the files whose paths begin like one.
  package init(
    of text: String, _ names: Names, helpTopics: [HelpTopic]? = nil, controlLabels: [String],
    paths: @escaping (String) -> [String] = { _ in [] }
  ) {
    self.text = text
    self.names = names
    self.helpTopics = helpTopics ?? HelpTopic.all(of: names.interface)
    self.controlLabels = controlLabels
    self.paths = paths
  }

  package var interface: HostInterface { names.interface }
  package var appNames: [String] { names.appNames }
  package var functionNames: [String] { names.functionNames }
  package var variableNames: [String] { names.variables.map(\.name) }

  package func parameters(ofFunction name: String) -> [String]? {
    names.parameters(ofFunction: name)
  }

  package func memberNames(ofApp name: String) -> [String]? { names.memberNames(ofApp: name) }

  package func paths(beginningWith beginning: String) -> [String] { paths(beginning) }

  package func valueMembers(of path: [String]) -> [String]? {
    if let value = value(of: path), let members = members(of: value) { return members }
    return names.known(atEndOf: textBeforeDot)?.members
  }

  package var comparedSymbols: [String]? {
    let before = textBeforeDot.withoutBlanksAtEnd
    guard before.hasSuffix("==") || before.hasSuffix("!=") else { return nil }
    let symbols = names.known(atEndOf: String(before.dropLast(2)).withoutBlanksAtEnd)?.symbols
    return symbols?.isEmpty == false ? symbols : nil
  }

  /// The text before the last dot, or before `?.`: the name that is being typed after it says nothing.
  private var textBeforeDot: String {
    let text = String(text.reversed().drop { $0 != "." }.dropFirst().reversed())
    return text.last == "?" ? String(text.dropLast()) : text
  }

  package func storedKeys(of path: [String], inApp app: String?) -> [String]? {
    let owner = path.count == 2 ? path[0] : app
    if let place = path.last, let owner, let keys = names.keys(in: place, ofApp: owner) {
      return keys
    }
    return value(of: path).map(stringKeys)
  }

  /// The members of the value that is there, also a map's keys; nil for what prints as its name and
  /// for nil, of which the check knows more.
  private func members(of value: Expression) -> [String]? {
    switch value.kind {
    case .string: CoreMember.names(of: .string)
    case .list: CoreMember.names(of: .list)
    case .map: CoreMember.names(of: .map) + stringKeys(of: value).filter(\.isPlainName)
    case .integer, .double, .boolean, .duration, .symbol: []
    default: nil
    }
  }

  /// The value of a variable or of an app's, as it prints; nil for other paths.
  private func value(of path: [String]) -> Expression? {
    let known =
      path.count == 1 ? names.variables : path.count == 2 ? names.variables(ofApp: path[0]) : nil
    guard let text = known?.last(where: { $0.name == path.last })?.value else { return nil }
    let parsed = Parser.parse(SourceText(name: "value", text), mode: .prompt)
    guard !parsed.hasErrors, case .expression(let value)? = parsed.statements.first?.kind else {
      return nil
    }
    return value
  }

  private func stringKeys(of value: Expression) -> [String] {
    guard case .map(let entries) = value.kind else { return [] }
    return entries.compactMap {
      if case .string(let literal) = $0.key.kind { literal.plainText } else { nil }
    }
  }
}

extension String {
  fileprivate var withoutBlanksAtEnd: String {
    String(reversed().drop(while: \.isWhitespace).reversed())
  }
}
