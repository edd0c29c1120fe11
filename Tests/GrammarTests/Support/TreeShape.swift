// What a tree says, without where it stands: two scripts that differ only in their layout have one
// shape. It is read by reflection, so that a node which is added to the tree belongs to it at once.

import RehearsalSyntax

enum TreeShape {
  /// The nodes of a script in the order of its text, one a line, with everything but their places.
  static func lines(of script: ParsedScript) -> [String] {
    var lines: [String] = []
    add(script.statements, "", to: &lines)
    return lines
  }

  private static func add(_ node: Any, _ label: String, to lines: inout [String]) {
    // The source text of a setting is its value again, in the author's layout.
    if node is SourceRange || node is SourceText || label == "sourceText" { return }
    let mirror = Mirror(reflecting: node)
    if mirror.children.isEmpty {
      lines.append("\(label): \(String(reflecting: node))")
      return
    }
    lines.append("\(label): \(mirror.subjectType) (")
    for child in mirror.children { add(child.value, child.label ?? "", to: &lines) }
    lines.append(")")
  }
}
