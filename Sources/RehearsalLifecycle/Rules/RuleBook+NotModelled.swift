// What the rules speak of and a simulator cannot hold, in one table: whole rules, and single
// clauses of rules that are otherwise obeyed. Each has its reason.

/// A rule, or a clause of one, that is not modelled.
public struct NotModelled: Hashable, Sendable {
  /// The rule's number, as the sources number it.
  public let number: Int
  /// The clause; nil for the whole rule.
  public let clause: String?
  /// Why it is not modelled.
  public let reason: String

  init(_ number: Int, clause: String? = nil, _ reason: String) {
    self.number = number
    self.clause = clause
    self.reason = reason
  }
}

extension RuleBook {
  /// What is not modelled, in the order of the numbers.
  public static let notModelled: [NotModelled] = (backgroundNotModelled).sorted {
    $0.number < $1.number
  }

  private static let backgroundNotModelled: [NotModelled] = [
    NotModelled(
      90, clause: "the handler is called synchronously",
      "a handler has the main thread to itself here in any case"),
    NotModelled(
      104, clause: "system budgets",
      "the sources name them and give no numbers"),
    NotModelled(
      109, clause: "a launch in the background may exhaust an allowance of processor time",
      "only one report speaks of it, and the launch's own work has no processor time here"),
    NotModelled(
      112, "it marks a report that a user asked for, which ends nothing and tells no app"),
    NotModelled(
      113, clause: "the codes of VoIP apps that are resumed too often and of excess resources",
      "the sources do not say what is too often or too much"),
    NotModelled(
      114, clause: "the priorities of mail and phone, and the other reasons of kills for memory",
      "they belong to apps of the system and to parts of the kernel"),
    NotModelled(
      115, clause: "the numeric levels of early memory warnings, and the dispatch source",
      "nothing follows from the level, and the message tells the same"),
    NotModelled(
      138, clause: "events of regions come some minutes late",
      "the scenario chooses the moment at which the system tells the app"),
  ]
}
