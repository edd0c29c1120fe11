// The formatter's promises: it declines what has errors; else the tree stays, and a second pass
// changes nothing.

import RehearsalSyntax

enum FormatterTarget {
  static func check(_ source: SourceText) {
    let script = Parser.parse(source)
    guard let text = Formatter.format(source) else {
      if !script.hasErrors { broken("a script without errors is declined") }
      return
    }
    if script.hasErrors { broken("a script with errors is laid out") }
    let result = SourceText(name: "formatted", text)
    let parsed = Parser.parse(result)
    if parsed.hasErrors { broken("the layout brings an error: \(text)") }
    if TreeShape.lines(of: parsed) != TreeShape.lines(of: script) {
      broken("the layout changes the tree: \(text)")
    }
    if Formatter.format(result) != text { broken("a second pass changes the layout: \(text)") }
  }
}
