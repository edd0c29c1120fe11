// What is known already: findings that a team has seen and keeps quiet until it comes to them. Lines move
// when a file is edited, so a finding is known by what found it, its script, its scenario and its words.

import RehearsalValues

/// The findings that are known, as a file holds them.
package struct Baseline: Sendable, Equatable {
  /// The form of the file, for later ones to be told apart.
  private static let form: Int64 = 1

  /// How many findings there are of each kind, by what tells them apart.
  private var known: [String: Int] = [:]

  /// A baseline that knows nothing.
  package init() {}

  /// Reads what `text` gave; nil for anything else.
  package init?(_ bytes: some Collection<UInt8>) {
    guard let value = try? JSONValue(reading: Array(bytes)),
      value["rehearsalBaseline"]?.integer == Self.form, case .object(let entries)? = value["known"]
    else { return nil }
    for entry in entries {
      guard let count = entry.value.integer, count > 0 else { return nil }
      known[entry.key] = Int(clamping: count)
    }
  }

  /// The baseline as a file has it: JSON with the keys in order.
  package var text: String {
    var lines = known.sorted { $0.key < $1.key }.map { key, count in
      "    \(JSONValue.string(key).text) : \(count)"
    }
    for index in lines.indices.dropLast() { lines[index] += "," }
    return "{\n  \"known\" : {\n" + lines.map { $0 + "\n" }.joined()
      + "  },\n  \"rehearsalBaseline\" : \(Self.form)\n}\n"
  }

  /// A finding of a scenario.
  package struct Finding: Hashable, Sendable {
    /// What found it, such as `storm`.
    package let search: String
    /// The script and the title of the scenario.
    package let file: String
    package let title: String
    /// What is found, the same in every run: a condition, or something that differs.
    package let what: String

    /// Makes a finding.
    package init(_ search: String, in file: String, of title: String, _ what: String) {
      (self.search, self.file, self.title, self.what) = (search, file, title, what)
    }

    fileprivate var key: String { "\(search) \(file) “\(title)”: \(what)" }
  }

  /// Adds a finding.
  package mutating func add(_ finding: Finding) { known[finding.key, default: 0] += 1 }

  /// Whether a finding is known.
  package func knows(_ finding: Finding) -> Bool { known[finding.key] != nil }

  /// What is known and was not found in a run of some scripts, in order.
  ///
  /// - Parameters:
  ///   - found: Everything that was found, known or not.
  ///   - search: What found it.
  ///   - files: The scripts of the run.
  /// - Returns: What can go from the file.
  package func stale(without found: Set<Finding>, of search: String, in files: [String]) -> [String]
  {
    let keys = Set(found.map(\.key))
    return known.keys.filter { key in
      !keys.contains(key) && files.contains { key.hasPrefix("\(search) \($0) “") }
    }.sorted()
  }
}
