// The page of a kind of finding, made of its row, of the rules of the lifecycle, and of its example: what
// `--explain` shows, what SARIF has as help, and the files in `Rules`.

import RehearsalRules

extension AuditRule {
  /// The page, as Markdown.
  var page: String {
    var parts = ["# \(identifier)", Self.plain(message), sureness]
    parts += rules.map { "**\($0)** \($0.statement)" }
    if let example = RuleExample.of(self) { parts += example.parts }
    parts.append("**To do:** \(Self.plain(remedy))")
    parts.append(
      "`// rehearsal:disable \(identifier) -- reason` silences it on its line and the next one.")
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var sureness: String {
    switch certainty {
    case .proved: "An error: the sources and declarations alone show it."
    case .suspected:
      "A warning: it is suspected, since it depends on something that cannot be read here."
    case .remark: "A note: it is no mistake."
    }
  }

  /// A text of a row without the words of a finding.
  private static func plain(_ text: String) -> String { text.replacing("{}", with: "…") }
}

extension RuleExample {
  fileprivate var parts: [String] {
    var parts = ["## Wrong", Self.code(wrong)]
    if !hasScenes { parts.append("The Info.plist has no configuration of a window's scene.") }
    if !plist.isEmpty { parts.append(Self.keys(plist)) }
    parts += ["## Right", Self.code(right)]
    if !hasScenes { parts.append("The Info.plist has one, with its delegate class.") }
    if rightPlist != plist {
      parts.append(
        rightPlist.isEmpty ? "The Info.plist does not have the key." : Self.keys(rightPlist))
    }
    return parts
  }

  private static func keys(_ plist: String) -> String {
    let lines = plist.replacing("</key><", with: "</key>\n<").replacing("><key>", with: ">\n<key>")
    return "In the Info.plist:\n\n```xml\n\(lines)\n```"
  }

  private static func code(_ members: String) -> String {
    let whole = "class AppDelegate: UIResponder, UIApplicationDelegate {\n" + members + "\n}"
    // What has nothing in the delegate itself begins with the next type.
    let empty = "class AppDelegate: UIResponder, UIApplicationDelegate {\n}\n\n"
    return "```swift\n\(whole.hasPrefix(empty) ? String(whole.dropFirst(empty.count)) : whole)\n```"
  }
}
