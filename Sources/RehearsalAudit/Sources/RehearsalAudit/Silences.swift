// The comments that silence findings: on the line of a finding or the one above it, for a region, or for a
// file, each with the rules that it is for and, after `--`, the reason. One that is misspelt silences
// nothing, and is reported, as is one that nothing needs.

/// The silences of a project's files.
struct Silences {
  /// How far a comment reaches.
  private enum Scope { case line, region, file }

  private struct Silence {
    let scope: Scope
    let place: Place
    /// The rules; all of them where none is named.
    let rules: Set<String>
    var lines: ClosedRange<Int>
    var isUsed = false
  }

  private var silences: [String: [Silence]] = [:]
  /// What is wrong with comments.
  private(set) var mistakes: [AuditFinding] = []

  init(_ files: ProjectFiles) {
    let mark = Array("rehearsal:disable".utf8)
    for file in files.files where file.bytes.firstRange(of: mark) != nil {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() { read(line, index + 1, of: file.path, lines.count) }
    }
  }

  private mutating func read(_ line: Substring, _ number: Int, of path: String, _ count: Int) {
    if line.contains("rehearsal:enable") { close(path, at: number) }
    guard let range = line.firstRange(of: "rehearsal:disable") else { return }
    var rest = line[range.upperBound...]
    var scope = Scope.line
    for (word, other) in [(":file", Scope.file), (":begin", .region)] where rest.hasPrefix(word) {
      scope = other
      rest = rest.dropFirst(word.count)
    }
    let place = Place(
      path: path, line: number, column: line[..<range.lowerBound].utf8.count + 1)
    let words = (rest.firstRange(of: "--").map { rest[..<$0.lowerBound] } ?? rest)
      .split { !($0.isLetter || $0 == "-" || $0.isNumber) }.map(String.init)
    let known = words.filter { word in AuditRule.all.contains { $0.identifier == word } }
    for word in words where !known.contains(word) {
      let near = AuditRule.closest(to: word).map { "did you mean `\($0)`?" }
      mistakes.append(
        AuditFinding(
          .silenceUnknown, at: place, word, near ?? "`rehearse audit --rules` lists them."))
    }
    guard !known.isEmpty || words.isEmpty else { return }
    let lines: ClosedRange<Int>
    switch scope {
    case .line: lines = number...number + 1
    case .region: lines = number...max(number, count)
    case .file: lines = 1...max(1, count)
    }
    silences[path, default: []].append(
      Silence(scope: scope, place: place, rules: Set(known), lines: lines))
  }

  private mutating func close(_ path: String, at line: Int) {
    let open = silences[path]?.lastIndex { $0.scope == .region && $0.lines.contains(line) }
    guard let open, let first = silences[path]?[open].lines.lowerBound else { return }
    silences[path]?[open].lines = first...line
  }

  /// Whether a finding is silenced, which uses the comment that does it.
  mutating func contain(_ finding: AuditFinding) -> Bool {
    let path = finding.place.path
    guard
      let index = silences[path]?.firstIndex(where: { silence in
        silence.lines.contains(finding.place.line)
          && (silence.rules.isEmpty || silence.rules.contains(finding.rule.identifier))
      })
    else { return false }
    silences[path]?[index].isUsed = true
    return true
  }

  /// The comments that silenced nothing.
  var superfluous: [AuditFinding] {
    silences.values.flatMap { $0 }.filter { !$0.isUsed }
      .map { AuditFinding(.silenceSuperfluous, at: $0.place) }
  }
}

extension AuditRule {
  /// The rule whose name is nearest to a word; nil where none is near.
  static func closest(to word: String) -> String? {
    let scored = all.map { ($0.identifier, distance(word, $0.identifier)) }
    guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= max(2, word.count / 4) else {
      return nil
    }
    return best.0
  }

  /// How many letters have to change to make one word the other.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (left, right) = (Array(one.utf8.prefix(64)), Array(other.utf8.prefix(64)))
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
        diagonal = above
      }
    }
    return row[right.count]
  }
}
