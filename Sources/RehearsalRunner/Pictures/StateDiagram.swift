// The states that the apps of a life went through, as a diagram for Mermaid or Graphviz: each
// transition once, with what led to it.

import Mustache
import RehearsalLifecycle
import RehearsalReports
import RehearsalSyntax

/// The states of the apps of a life.
package struct StateDiagram {
  // The templates read the properties by their names.

  fileprivate struct App {
    let number: Int
    let name: String
    var states: [State] = []
    var transitions: [Transition] = []
  }

  fileprivate struct State: Hashable {
    let name: String
  }

  fileprivate struct Transition: Hashable {
    let from: String
    let to: String
    let label: String
  }

  private let apps: [App]

  /// Collects the transitions of a life, each once and in the order in which they came first.
  package init(_ life: Life) {
    var apps: [App] = []
    for record in life.records {
      guard case .state(let state, let old) = record.subject, let app = record.app else { continue }
      let number = Int(app.index)
      let known = apps.firstIndex { $0.number == number }
      if known == nil { apps.append(App(number: number, name: life.name(of: app))) }
      let position = known ?? apps.count - 1
      for name in [old.rawValue, state.rawValue] where !apps[position].knows(name) {
        apps[position].states.append(State(name: name))
      }
      let transition = Transition(
        from: old.rawValue, to: state.rawValue, label: Self.label(of: record, in: life))
      if !apps[position].transitions.contains(transition) {
        apps[position].transitions.append(transition)
      }
    }
    self.apps = apps
  }

  /// What led to a record first, and the rule that it follows from.
  private static func label(of record: Record, in life: Life) -> String {
    var root = record
    while let cause = root.cause, cause < root.index,
      let position = life.position(ofRecord: cause)
    {
      root = life.records[position]
    }
    let words = life.entry(root)?.text ?? root.name
    let cause = root.kind == .state ? "" : words.printableLine
    return [cause, record.rule?.description ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The diagram for Mermaid.
  ///
  /// - Throws: What the library says of its template.
  package func mermaid() throws -> String {
    try rendered(PackageResources.states_mermaid_mustache) { text in
      // Everything that could mean something to Mermaid stands as the code of its character.
      text.unicodeScalars.map { scalar in
        let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        return isPlain || " .,()_-".unicodeScalars.contains(scalar)
          ? String(scalar) : "#\(scalar.value);"
      }.joined()
    }
  }

  /// The diagram for Graphviz.
  ///
  /// - Throws: What the library says of its template.
  package func graphviz() throws -> String {
    try rendered(PackageResources.states_graphviz_mustache) { text in
      text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
  }

  private func rendered(_ template: [UInt8], _ escaped: (String) -> String) throws -> String {
    let apps = apps.map { app in
      App(
        number: app.number, name: escaped(app.name), states: app.states,
        transitions: app.transitions.map {
          Transition(from: $0.from, to: $0.to, label: escaped($0.label))
        })
    }
    return try MustacheTemplate(string: String(decoding: template, as: UTF8.self))
      .render(["apps": apps])
  }
}

extension StateDiagram.App {
  fileprivate func knows(_ name: String) -> Bool { states.contains { $0.name == name } }
}
