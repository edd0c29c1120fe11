// The states that the apps of a life went through, as a diagram for Mermaid or Graphviz: each
// transition once, with what led to it.

import RehearsalLifecycle
import RehearsalPictures
import RehearsalSyntax
import RehearsalText

/// The states of the apps of a life.
package struct StateDiagram {
  private struct App {
    let number: Int
    let name: String
    var states: [String] = []
    var transitions: [Transition] = []
  }

  private struct Transition: Hashable {
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
      for name in [old.rawValue, state.rawValue] where !apps[position].states.contains(name) {
        apps[position].states.append(name)
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
  package var mermaid: String {
    // Everything that could mean something to Mermaid is written as its character code.
    func escaped(_ text: String) -> String {
      text.unicodeScalars.map { scalar in
        let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        return isPlain || " .,()_-".unicodeScalars.contains(scalar)
          ? String(scalar) : "#\(scalar.value);"
      }.joined()
    }
    var text = "stateDiagram-v2\n"
    for app in apps {
      let id = "app\(app.number)"
      text += "    state \"\(escaped(app.name))\" as \(id) {\n"
      for state in app.states { text += "        state \"\(state)\" as \(id)_\(state)\n" }
      for arrow in app.transitions {
        text += "        \(id)_\(arrow.from) --> \(id)_\(arrow.to) : \(escaped(arrow.label))\n"
      }
      text += "    }\n"
    }
    return text
  }

  /// The diagram for Graphviz.
  package var graphviz: String {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    var text = """
      digraph states {
          rankdir = LR
          node [shape = box, style = rounded, fontname = "sans-serif"]
          edge [fontname = "sans-serif", fontsize = 10]

      """
    for app in apps {
      let id = "app\(app.number)"
      text += "    subgraph cluster_\(app.number) {\n        label = \(quoted(app.name))\n"
      for state in app.states { text += "        \(id)_\(state) [label = \"\(state)\"]\n" }
      for arrow in app.transitions {
        let label = quoted(arrow.label)
        text += "        \(id)_\(arrow.from) -> \(id)_\(arrow.to) [label = \(label)]\n"
      }
      text += "    }\n"
    }
    return text + "}\n"
  }
}
