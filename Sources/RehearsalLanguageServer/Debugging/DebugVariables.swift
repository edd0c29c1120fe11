// What a debugger sees of a moment: scopes, variables with what is in them, and expressions.

import Rehearsal
import RehearsalLifecycle
import RehearsalReference
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// A variable or a fact, with its value as it prints.
struct DebugVariable: Sendable {
  let name: String
  let value: String

  /// What is in a list or a map, by position or key; empty for any other value.
  ///
  /// - Complexity: O(*n*) in the length of the value.
  var elements: [DebugVariable] {
    guard value.hasPrefix("["), value.utf8.count <= Self.longestStructure else { return [] }
    let source = SourceText(name: "value", value)
    let parsed = Parser.parse(source, mode: .prompt)
    guard !parsed.hasErrors, parsed.statements.count == 1,
      case .expression(let expression) = parsed.statements[0].kind
    else { return [] }
    switch expression.kind {
    case .list(let list):
      return list.enumerated().map {
        DebugVariable(name: "[\($0)]", value: source.text(in: $1.range))
      }
    case .map(let entries):
      return entries.map {
        DebugVariable(name: source.text(in: $0.key.range), value: source.text(in: $0.value.range))
      }
    default: return []
    }
  }

  /// The longest value that is taken apart, in bytes.
  private static let longestStructure = 1 << 20
}

extension DebugAdapter {
  // MARK: - Scopes

  /// The scopes of a call: what is in sight there, then the app, then the device.
  func scopes(of app: AppIdentifier?, isInnermost: Bool) -> [(name: String, [DebugVariable])] {
    guard let position else { return [] }
    let device = position.device
    var scopes: [(name: String, [DebugVariable])] = []
    func add(_ name: String, _ facts: [(name: String, value: String)], always: Bool = false) {
      guard always || !facts.isEmpty else { return }
      scopes.append((name, facts.map { DebugVariable(name: $0.name, value: $0.value) }))
    }
    if isInnermost, position.app == app { add("Locals", position.locals) }
    if let app {
      var session = position.session
      let variables =
        position.app == app ? position.appVariables : session.variables(of: app) ?? []
      add("Variables", variables, always: true)
      let storage = device.storage(of: app).map {
        (
          $0.place.rawValue,
          "["
            + $0.entries.map { entry in
              "\(Literal.text(ofString: entry.name)): \(entry.value)"
            }.joined(separator: ", ") + "]"
        )
      }
      add("Storage", storage)
      add(
        "Tasks and timers",
        device.visibleFacts(of: app).map { ($0.name, $0.value + $0.remark) })
    } else {
      add("Variables", position.session.variables, always: true)
    }
    let apps = device.apps.map { (debuggee?.name(of: $0) ?? "", device.state(of: $0).rawValue) }
    add("Device", [("time", device.now.clockText)] + device.facts + apps)
    return scopes
  }

  mutating func scopes(_ arguments: JSONValue) throws(DebugError) -> JSONValue {
    let position = try stopped()
    let frame = Int(clamping: arguments["frameId"]?.integer ?? 0)
    let number = frame / Self.framesOfAThread
    let app = position.device.apps.first { thread(of: $0) == number }
    guard number == 1 || app != nil else { throw DebugError("there is no call \(frame)") }
    let scopes = scopes(of: app, isInnermost: frame % Self.framesOfAThread == 0)
    return [
      "scopes": JSONValue.list(
        scopes.map { name, variables in
          [
            "name": name, "variablesReference": show(variables), "expensive": false,
            "namedVariables": variables.count,
          ]
        })
    ]
  }

  // MARK: - Variables

  /// Keeps variables for the debugger to ask for; the number to ask by, 0 for none.
  private mutating func show(_ variables: [DebugVariable]) -> Int {
    shownVariables.append(variables)
    return shownVariables.count
  }

  /// How many variables are reported at once, and how many bytes of a value.
  private static let (mostVariables, longestValue) = (1000, 2000)

  mutating func variables(_ arguments: JSONValue) throws(DebugError) -> JSONValue {
    let number = Int(clamping: arguments["variablesReference"]?.integer ?? 0)
    // Whatever number a debugger gives, none is computed with before it is known to be one of ours.
    guard number >= 1, number <= shownVariables.count else {
      throw DebugError("there are no variables of the number \(number), or they are over")
    }
    let all = shownVariables[number - 1]
    let start = max(0, Int(clamping: arguments["start"]?.integer ?? 0))
    let count = Int(clamping: arguments["count"]?.integer ?? 0)
    let most = count > 0 ? min(count, Self.mostVariables) : Self.mostVariables
    var shown = all.dropFirst(start).prefix(most).map { told($0) }
    let left = all.count - start - shown.count
    if left > 0, count == 0 {
      shown.append(["name": "…", "value": "\(left) more", "variablesReference": 0])
    }
    return ["variables": JSONValue.list(shown)]
  }

  private mutating func told(_ variable: DebugVariable) -> JSONValue {
    let value = variable.value.shortened(toBytes: Self.longestValue)
    return JSONValue(fields: [("name", variable.name.json), ("value", value.json)])
      .merging(reference(to: variable))
  }

  /// The number by which what is in a value can be asked for.
  private mutating func reference(to variable: DebugVariable) -> JSONValue {
    let elements = variable.elements
    guard !elements.isEmpty else { return ["variablesReference": 0] }
    return [
      "variablesReference": show(elements),
      variable.elements[0].name == "[0]" ? "indexedVariables" : "namedVariables": elements.count,
    ]
  }

  // MARK: - Expressions

  /// Tries an expression or a statement; nothing of it stays.
  mutating func evaluate(_ arguments: JSONValue) throws(DebugError) -> JSONValue {
    guard let input = arguments["expression"]?.string else {
      throw DebugError("`expression` is missing")
    }
    guard let debuggee else { throw DebugError("there is no script") }
    let trial = debuggee.trial(of: input, at: try stopped())
    if let problem = trial.problem { throw DebugError(problem) }
    let value = trial.value ?? ""
    var result = value.shortened(toBytes: Self.longestValue)
    if arguments["context"]?.string == "repl", !trial.lines.isEmpty {
      result =
        (trial.lines + [value].filter { !$0.isEmpty } + ["Nothing of this has happened."])
        .joined(separator: "\n")
    }
    return JSONValue(fields: [("result", result.json)])
      .merging(reference(to: DebugVariable(name: input, value: value)))
  }
}
