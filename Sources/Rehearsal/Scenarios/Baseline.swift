// What is known already: findings that a team has seen and keeps quiet until it comes to them. Lines move
// when a file is edited, so a finding is known by what found it, its script, its scenario and its words.
// A command names a script from where it runs, and a test by its whole path: one path that ends with the
// other names the same script.

import RehearsalValues

/// The findings that are known, as a file holds them.
package struct Baseline: Sendable, Equatable {
  /// The form of the file, for later ones to be told apart.
  private static let form: Int64 = 1

  /// The longest file that is read, in bytes.
  package static let longestFile = 1 << 24

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

    fileprivate var key: String { "\(search) \(file)\(rest)" }

    private var rest: String { " “\(title)”: \(what)" }

    /// Whether a key is of this finding, by whichever path its script is named there.
    fileprivate func has(_ key: String) -> Bool {
      guard key.hasPrefix(search + " "), key.hasSuffix(rest),
        key.utf8.count > search.utf8.count + 1 + rest.utf8.count
      else { return false }
      let other = key.dropFirst(search.count + 1).dropLast(rest.count)
      return isSamePath(file, String(other))
    }
  }

  /// Adds a finding.
  package mutating func add(_ finding: Finding) { known[finding.key, default: 0] += 1 }

  /// Whether a finding is known.
  ///
  /// - Complexity: O(*n*) in what is known, where the file names the script otherwise.
  package func knows(_ finding: Finding) -> Bool {
    known[finding.key] != nil || known.keys.contains(where: finding.has)
  }

  /// What is known and was not found in a run of some scripts, in order.
  ///
  /// - Parameters:
  ///   - found: Everything that was found, known or not.
  ///   - search: What found it.
  ///   - files: The scripts of the run.
  /// - Returns: What can go from the file.
  package func stale(without found: Set<Finding>, of search: String, in files: [String]) -> [String]
  {
    known.keys.filter { key in
      guard key.hasPrefix(search + " "), let end = key.firstRange(of: " “")?.lowerBound else {
        return false
      }
      let file = String(key[..<end].dropFirst(search.count + 1))
      return files.contains { isSamePath($0, file) } && !found.contains { $0.has(key) }
    }.sorted()
  }
}

/// Whether two paths name one script: they are equal, or one ends with the other.
private func isSamePath(_ path: String, _ other: String) -> Bool {
  path == other || path.hasSuffix("/" + other) || other.hasSuffix("/" + path)
}
