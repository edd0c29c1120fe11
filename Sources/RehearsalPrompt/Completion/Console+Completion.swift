// Completion at the prompt: of inputs, whose names the session knows, and of commands.

import Rehearsal
import RehearsalInterface
import RehearsalLifecycle
import RehearsalReference
import RehearsalSyntax

extension Console {
  /// What may be at the cursor.
  ///
  /// - Parameter line: The line up to the cursor; lines before it that belong to the same input are
  ///   known.
  /// - Returns: The words that fit there and begin like the one that is being typed.
  /// - Complexity: O(*n*) in the length of the input and the number of names.
  package func completion(of line: String) -> Completion {
    if !hasPendingInput, line.drop(while: \.isWhitespace).hasPrefix(":") {
      return completion(ofCommand: line)
    }
    let text = hasPendingInput ? pendingInput + "\n" + line : line
    return completion(ofInput: text)
  }

  private func completion(ofInput text: String) -> Completion {
    let (session, device) = (current.session, current.device)
    let apps = device.frontmost.map { [$0] } ?? device.apps
    let scope = LiveScope(
      of: text, session, helpTopics: topics,
      controlLabels: apps.flatMap { session.names(of: $0).controls }, paths: host.paths)
    return Completion(of: text, in: scope)
  }

  private func completion(ofCommand line: String) -> Completion {
    let text = line.drop(while: \.isWhitespace)
    let name = text.dropFirst().prefix { !$0.isWhitespace }
    guard text.count > name.count + 1 else {
      return Completion(":" + name, among: MetaCommand.all.map { ":" + $0.name })
    }
    guard let command = MetaCommand.named(String(name)) else {
      return Completion("", among: [])
    }
    let rest = text.dropFirst(name.count + 1).drop(while: \.isWhitespace)
    let word = String(rest.reversed().prefix { !$0.isWhitespace }.reversed())
    let isFirst = word.count == rest.count
    switch command.argument {
    case .path: return Completion(rest, among: host.paths(String(rest)))
    case .input: return completion(ofInput: String(rest))
    case .numberAndInput:
      let input = rest.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
      return isFirst ? Completion(word, among: []) : completion(ofInput: String(input))
    case .nothing, .number, .newFork, .title, .versions: return Completion(word, among: [])
    case .app: return Completion(word, among: isFirst ? appNames : [])
    case .appAndName:
      guard word.hasPrefix(".") else {
        return Completion(word, among: isFirst ? appNames : [])
      }
      return Completion(word, among: whyNames.map { "." + $0 })
    case .topic:
      return Completion(
        word,
        among: topics.map(\.name) + MetaCommand.all.map(\.name)
          + appNames + functionNames
          + RuleBook.rules.map(\.number.description)
          + DiagnosticIdentifier.allCases.map(\.rawValue))
    case .fork: return Completion(word, among: forks.map(\.name))
    case .rule: return Completion(word, among: RuleBook.rules.map(\.number.description))
    case .deviceKey:
      guard isFirst else { return completion(ofInput: "device { " + rest) }
      return Completion(word, among: interface.deviceKeys.map(\.name))
    case .setting:
      guard !isFirst else {
        return Completion(word, among: ConsoleSettings.Name.allCases.map(\.rawValue))
      }
      let setting = rest.prefix { !$0.isWhitespace }
      let values = ConsoleSettings.Name(rawValue: String(setting))?.values ?? []
      return Completion(word, among: values)
    case .everything: return Completion(word, among: ["all"])
    case .disturbance: return Completion(word, among: Disturbance.all.map(\.name))
    }
  }
}

// MARK: - Names and values

extension Console {
  package var interface: HostInterface { current.session.interface }
  package var appNames: [String] { current.session.script.appNames }
  package var functionNames: [String] { current.session.functionNames }
}
