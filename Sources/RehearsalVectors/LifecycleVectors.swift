// The rule book as test data: of the cases of scripts the fewest whose steps meet every rule that an app
// can observe, each selectable conflict by both of its sides, and for each rule a neighbour that breaks
// it. The same scripts give the same bytes.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// A vector before it has its place among the others.
struct Vector: Sendable {
  let title: String
  let script: Script
  let text: String
  let life: RecordedLife

  let rules: Set<RuleNumber>
  /// What it is chosen for: its rules, and every name of a step and every flag, by its shape.
  let goals: Set<String>
  /// The identifier, made of the content.
  let identifier: String

  init(title: String, script: Script, text: String, life: RecordedLife) {
    self.title = title
    self.script = script
    self.text = text
    self.life = life
    rules = Set(life.steps.compactMap(\.rule))
    goals = Set(rules.map(\.description))
      .union(life.steps.map { "\(life.shape) \($0.kind.rawValue) \($0.name)" })
      .union(life.flags.map { "\(life.shape) \($0.rawValue)" })
      .union(life.turns)
    identifier = Self.identifier(of: [life.shape] + life.steps.map(\.json.text))
  }

  static func identifier(of texts: [String]) -> String {
    var digester = ContentDigester()
    for text in texts { digester.combine(text) }
    return "v-" + digester.finish().text.prefix(16)
  }
}

/// Makes the vectors of scripts.
package struct LifecycleVectors {
  /// The version of the format.
  package static let format = 1
  /// In how many lives a conflict is looked for.
  private static let mostTries = 60
  /// How many vectors there are at most; those that break a rule take what is left.
  private static let mostVectors = 245
  /// A life of more steps is no small test.
  private static let mostSteps = 90

  private var candidates: [Vector] = []
  private var otherKinds: [RuleNumber: RecordKind] = [:]

  /// Plays every scenario of some scripts.
  ///
  /// - Parameter paths: Files, and folders with all below them.
  /// - Throws: An error for a path that cannot be read.
  package init(of paths: [String]) throws(ScriptReadError) {
    for path in try ScriptFile.find(in: paths) {
      let script = try ScriptFile.load(path, roots: ImportRoots(paths: paths))
      let source = VectorSource(String(decoding: script.source.bytes, as: UTF8.self))
      guard !source.hasImports else { continue }
      for testCase in script.cases {
        guard testCase.parameters.isEmpty, testCase.skipReason == nil, testCase.failureReason == nil
        else { continue }
        let line = LineTable(script.source).line(at: Int(testCase.place.range.start))
        add(source.cut(toLine: line), title: testCase.title)
      }
    }
  }

  /// Adds the scenario of a text, which plays by itself.
  private mutating func add(_ text: String, title: String) {
    let script = Script(SourceText(name: "vector.rehearsal", text))
    guard script.cases.count == 1, let life = RecordedLife(0, of: script) else { return }
    for (rule, kind) in life.otherKinds where otherKinds[rule] == nil { otherKinds[rule] = kind }
    guard (2...Self.mostSteps).contains(life.steps.count) else { return }
    candidates.append(Vector(title: title, script: script, text: text, life: life))
  }

  private var shortestFirst: [Vector] {
    candidates.sorted {
      ($0.life.steps.count, $0.identifier) < ($1.life.steps.count, $1.identifier)
    }
  }

  // MARK: - Choosing

  /// The fewest that meet all rules and names, by taking again and again the one that adds most for
  /// what it is long.
  private func cover() -> [Vector] {
    var missing = Set(candidates.flatMap { $0.goals })
    var chosen: [Vector] = []
    var left = shortestFirst
    while !missing.isEmpty {
      let gains = left.map { $0.goals.intersection(missing).count }
      guard let most = gains.max(), most > 0, let index = gains.firstIndex(of: most) else { break }
      let vector = left.remove(at: index)
      missing.subtract(vector.goals)
      chosen.append(vector)
    }
    // What the others meet as well is left out again, the longest first.
    for vector in chosen.sorted(by: { $0.life.steps.count > $1.life.steps.count }) {
      let others = chosen.filter { $0.identifier != vector.identifier }
      let met = Set(others.flatMap { $0.goals })
      if vector.goals.isSubset(of: met) { chosen = others }
    }
    return chosen
  }

  // MARK: - Writing

  /// All vectors as a file of JSON, one vector a line.
  package func text() -> String {
    let chosen = cover()
    let shortest = shortestFirst
    let conflicts = SourceConflict.Choice.allCases.compactMap { acceptable($0, among: shortest) }
    let told = Set(conflicts.compactMap { $0["conflict"]?.string })
    let undecided = Self.conflicts.subtracting(told).sorted().map { number in
      JSONValue(
        fields: [
          ("conflict", number),
          ("reason", "speaks of what the app's own code is answered, of which nothing is sent"),
        ]
      ).text
    }
    let invalid = neighbours(
      of: chosen, room: Self.mostVectors - chosen.count - conflicts.count)
    let vectors = (chosen.map(valid) + conflicts + invalid).map(\.text)
    let observed = Set(candidates.flatMap(\.rules))
    let rest = RuleBook.rules.filter { !observed.contains($0.number) }.map { rule in
      JSONValue(
        fields: [("rule", rule.number.description), ("reason", reason(for: rule.number))]
      ).text
    }
    return """
      {"format":\(Self.format),"release":"\(Release.version)","vectors":[
      \(vectors.joined(separator: ",\n"))
      ],"undecided":[
      \(undecided.joined(separator: ",\n"))
      ],"unobservable":[
      \(rest.joined(separator: ",\n"))
      ]}

      """
  }

  /// Why no step of an app shows a rule.
  private func reason(for rule: RuleNumber) -> String {
    guard let kind = otherKinds[rule] else {
      return "says what does not happen, or how long something takes: nothing that is sent cites it"
    }
    return switch kind {
    case .assertion: "speaks of what keeps a process running, of which nobody is told"
    case .refusal: "speaks of what the system refuses, of which the app is not told"
    case .snapshot: "speaks of the picture of the app in the switcher"
    case .advice: "speaks of what an app should do, and is not punished for"
    case .stimulus, .event: "speaks of what the user or the world does"
    case .callback: "speaks of closures that only an app has which passed them to the system"
    case .message: "speaks of a view controller's methods"
    default: "shows in what the device records of itself only"
    }
  }

  private func fields(of vector: Vector) -> [(String, JSONValue.Value)] {
    [
      ("id", vector.identifier), ("title", vector.title), ("shape", vector.life.shape),
      ("app", vector.life.app), ("systems", systems(of: vector)),
      ("flags", vector.life.flags.map(\.rawValue).sorted()),
      ("rules", vector.rules.map(\.description).sorted()),
      ("acts", vector.life.acts.map { "\($0.time) \($0.text)" }), ("script", vector.text),
    ]
  }

  private func valid(_ vector: Vector) -> JSONValue {
    var fields: [(String, JSONValue.Value)] = [("result", "valid")] + fields(of: vector)
    fields.append(("steps", vector.life.steps.map(\.json)))
    return JSONValue(fields: fields)
  }

  /// The versions on which the same happens, as ranges of whole ones.
  private func systems(of vector: Vector) -> [String] {
    let versions = (RuleBook.versions.first.major...27).filter { version in
      let life = RecordedLife(0, of: vector.script) {
        $0.system = SystemVersion(version)
      }
      return life?.steps == vector.life.steps
    }
    var ranges: [ClosedRange<Int>] = []
    for version in versions {
      if let last = ranges.last, last.upperBound + 1 == version {
        ranges[ranges.count - 1] = last.lowerBound...version
      } else {
        ranges.append(version...version)
      }
    }
    let own = vector.script.cases[0].profile.system
    if ranges.isEmpty { return ["\(own)"] }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
  }

  // MARK: - Conflicts

  /// The shortest life in which the sides of a conflict differ, with both; nil where none does.
  private func acceptable(
    _ conflict: SourceConflict.Choice, among shortestFirst: [Vector]
  ) -> JSONValue? {
    let number = conflict.rawValue
    let disputed = RuleBook.rules.filter { $0.conflicts.contains(number) }.map(\.number)
    let named = shortestFirst.filter {
      $0.text.contains("\(number)\"") || $0.text.contains("\(number):")
    }
    let related = shortestFirst.filter { !$0.rules.isDisjoint(with: disputed) }
    for vector in named + related.prefix(Self.mostTries) {
      let sides = Evidence.allCases.compactMap { evidence in
        RecordedLife(0, of: vector.script) {
          $0.evidenceByConflict[conflict] = evidence
        }.map { (evidence, $0.steps) }
      }
      guard sides.count == 2, sides[0].1 != sides[1].1, !sides.contains(where: { $0.1.isEmpty })
      else {
        continue
      }
      let lists = sides.map { (evidence: Evidence, steps: [VectorStep]) -> JSONValue in
        let fields: [(String, JSONValue.Value)] = [
          ("evidence", evidence.rawValue), ("steps", steps.map(\.json)),
        ]
        return JSONValue(fields: fields)
      }
      var fields = fields(of: vector)
      fields[0].1 = Vector.identifier(of: [conflict.rawValue] + lists.map(\.text))
      fields.insert(("result", "acceptable"), at: 0)
      fields += [("conflict", conflict.rawValue), ("sides", lists)]
      return JSONValue(fields: fields)
    }
    return nil
  }

  // MARK: - Neighbours

  /// For each rule that valid vectors meet, one with an edit that breaks it and no other.
  private func neighbours(of valid: [Vector], room: Int) -> [JSONValue] {
    var broken: Set<RuleNumber> = []
    var found: [JSONValue] = []
    for vector in valid where found.count < room {
      for rule in vector.rules.sorted(by: { $0.rawValue < $1.rawValue })
      where !broken.contains(rule) && found.count < room {
        guard let edit = VectorEdit.breaking(rule, in: vector.life.steps) else { continue }
        broken.insert(rule)
        found.append(
          JSONValue(
            fields: [
              ("result", "invalid"), ("id", Vector.identifier(of: [vector.identifier, edit.text])),
              ("of", vector.identifier), ("edit", edit.text), ("breaks", rule.description),
              ("title", "\(vector.title): \(edit.words(vector.life.steps))"),
            ]))
      }
    }
    return found
  }
}
