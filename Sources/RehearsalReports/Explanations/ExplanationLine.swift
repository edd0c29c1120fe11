// The lines that explanations are made of.

import RehearsalLifecycle

/// A line of an explanation and the rule that says so.
struct ExplanationLine {
  let text: String
  let rule: RuleNumber?

  init(_ text: String, _ rule: RuleNumber? = nil) {
    self.text = text
    self.rule = rule
  }
}

extension [ExplanationLine] {
  /// The lines as text; the words of each rule stand where it is named first.
  var text: String {
    var named: Set<RuleNumber> = []
    return map { line in
      guard let rule = line.rule else { return line.text }
      guard named.insert(rule).inserted, let statement = RuleBook.rule(rule)?.statement else {
        return "\(line.text): \(rule)"
      }
      return "\(line.text): \(rule) — \(statement)"
    }.joined(separator: "\n")
  }
}
