// What is known already: findings that a team has seen and keeps quiet until it comes to them. Lines
// move when a file is edited, so a finding is known by its file, its rule and its words. The file has the
// form of those that `rehearse storm` writes, and keeps what others wrote into it.

import Foundation

/// The findings that are known.
package struct Baseline: Codable, Sendable {
  /// The form of the file, for later ones to be told apart.
  private var rehearsalBaseline = 1
  /// How many findings there are of each kind, by what tells them apart.
  private var known: [String: Int] = [:]

  private static let search = "audit "

  package init(_ findings: [AuditFinding]) {
    for finding in findings { known[Self.key(of: finding), default: 0] += 1 }
  }

  /// Reads what `text` gave; nil for anything else.
  package init?(_ data: Data) {
    guard let read = try? JSONDecoder().decode(Self.self, from: data), read.rehearsalBaseline == 1
    else { return nil }
    self = read
  }

  /// The same with what another one has of other searches.
  package func keeping(_ other: Baseline) -> Baseline {
    var whole = self
    whole.known.merge(other.known.filter { !$0.key.hasPrefix(Self.search) }) { own, _ in own }
    return whole
  }

  /// The baseline as a file has it.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
  }

  /// The findings that are not known, in their order; of several alike the last ones.
  package func new(_ findings: [AuditFinding]) -> [AuditFinding] {
    var left = known
    return findings.filter { finding in
      let key = Self.key(of: finding)
      guard let count = left[key], count > 0 else { return true }
      left[key] = count - 1
      return false
    }
  }

  /// What is known and was not found any more, a line each.
  package func stale(_ findings: [AuditFinding]) -> [String] {
    var left = known.filter { $0.key.hasPrefix(Self.search) }
    for finding in findings { left[Self.key(of: finding), default: 0] -= 1 }
    return left.filter { $0.value > 0 }.map { String($0.key.dropFirst(Self.search.count)) }.sorted()
  }

  static func key(of finding: AuditFinding) -> String {
    "\(search)\(finding.place.path) “\(finding.rule.identifier)”: \(finding.message)"
  }
}
