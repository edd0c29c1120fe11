// The calls of a piece of code as statements of the language: what is recognised, and comments for the
// rest. Functions of the app that a call surely means are followed.

import SwiftSyntax

/// Writes what code calls.
struct CallScript {
  private let app: AuditedApp
  private(set) var lines: [String] = []
  private var followed: Set<ObjectIdentifier> = []
  private var taskCount = 0

  private static let lineLimit = 60

  init(_ app: AuditedApp, _ code: Code) {
    self.app = app
    write(code, depth: 0)
  }

  private mutating func write(_ code: Code, depth: Int) {
    // Calls inside of another call's arguments belong to it; those of its closures run later.
    var handled: Set<SyntaxIdentifier> = []
    var openTask: String?
    var elsewhere: [String] = []
    for call in code.calls where lines.count < Self.lineLimit {
      if Self.isInside(call, handled) { continue }
      if call.name == "endBackgroundTask" {
        guard let openTask else { continue }
        let end = "endBackgroundTask(\(openTask))"
        elsewhere.removeAll { $0 == openTask }
        lines.append(call.isInClosure ? ScriptWriter.later(end) : end)
        continue
      }
      if call.isInClosure { continue }
      if call.name == "beginBackgroundTask" {
        taskCount += 1
        let name = "task\(taskCount)"
        openTask = name
        if app.isEnded(call, in: code.function) { elsewhere.append(name) }
        handled.insert(call.node.id)
        lines.append("let \(name) = \(beginning(call, in: code.owner))")
        continue
      }
      if let line = statement(for: call, in: code.owner) {
        lines.append(line)
        handled.insert(call.node.id)
        continue
      }
      let functions = app.program.functions(for: call, in: code.owner, isSure: true)
      if depth < 3, functions.count == 1, let function = functions.first,
        followed.insert(ObjectIdentifier(function)).inserted
      {
        lines.append(
          "// \(Self.shown(call.callee))(…), \(function.place.path):\(function.place.line)")
        write(Code(function), depth: depth + 1)
      } else if !handled.contains(where: { $0 == call.node.id }), Self.isStatement(call) {
        let place = code.source.place(of: call.node)
        lines.append("// \(Self.shown(call.callee))(…), \(place.path):\(place.line)")
      }
    }
    // Kept beyond this code, and ended when what it covers is done.
    for task in elsewhere { lines.append(ScriptWriter.later("endBackgroundTask(\(task))")) }
  }

  private static func isInside(_ call: Call, _ handled: Set<SyntaxIdentifier>) -> Bool {
    var node = call.node.parent
    while let current = node {
      if handled.contains(current.id) { return true }
      node = current.parent
    }
    return false
  }

  private static func isStatement(_ call: Call) -> Bool {
    call.node.parent?.is(CodeBlockItemSyntax.self) ?? false
      || call.node.parent?.is(OptionalChainingExprSyntax.self) ?? false
  }

  private static func shown(_ callee: String) -> String {
    let printable = callee.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
    return String(String(String.UnicodeScalarView(printable)).prefix(60))
  }

  private func beginning(_ call: Call, in owner: String?) -> String {
    let name = call.argument("withName").flatMap { app.program.text(of: $0, in: owner) } ?? "task"
    let ends = call.closures.contains { $0.compactText.contains("endBackgroundTask") }
    let begin = "beginBackgroundTask(\(ScriptWriter.literal(name)))"
    return ends ? begin + " { id in endBackgroundTask(id) }" : begin
  }

  /// The statement of the language that a call is; nil where there is none.
  private func statement(for call: Call, in owner: String?) -> String? {
    switch call.name {
    case "registerForRemoteNotifications": return "registerForRemoteNotifications()"
    case "setMinimumBackgroundFetchInterval": return "setMinimumBackgroundFetchInterval(15min)"
    case "register":
      guard let identifier = listed(call.argument("forTaskWithIdentifier"), in: owner) else {
        return nil
      }
      return "registerBackgroundTask(\(identifier))"
    case "BGAppRefreshTaskRequest":
      guard let identifier = listed(call.argument("identifier"), in: owner) else { return nil }
      return "submitBackgroundTask(\(identifier), earliest: 15min, kind: .refresh)"
    case "BGProcessingTaskRequest":
      guard let identifier = listed(call.argument("identifier"), in: owner) else { return nil }
      return "submitBackgroundTask(\(identifier), earliest: 15min, kind: .processing)"
    case "scheduledTimer":
      let repeats = call.argument("repeats")?.compactText == "true"
      let seconds = call.argument("timeInterval") ?? call.argument("withTimeInterval")
      let duration =
        Double(seconds?.compactText ?? "").flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil } ?? 1
      let text = duration == duration.rounded() ? String(Int(duration)) : String(duration)
      return repeats ? "timer = every(\(text)s) { }" : "after(\(text)s) { }"
    case "invalidate" where call.callee.lowercased().contains("timer"): return "timer?.invalidate()"
    case "set" where call.callee.contains("UserDefaults"):
      guard let key = call.argument("forKey").flatMap({ app.program.text(of: $0, in: owner) }),
        let value = call.argument(nil), let literal = Self.literal(value)
      else { return nil }
      return "preferences[\(ScriptWriter.literal(key))] = \(literal)"
    default: return nil
    }
  }

  /// A value that the source says itself, as a literal of the language.
  private static func literal(_ value: ExprSyntax) -> String? {
    if let text = value.literalText { return ScriptWriter.literal(text) }
    return value.is(BooleanLiteralExprSyntax.self) || value.is(IntegerLiteralExprSyntax.self)
      ? value.compactText : nil
  }

  /// The identifier of a task as a literal, if the Info.plist has it.
  private func listed(_ expression: ExprSyntax?, in owner: String?) -> String? {
    guard let identifier = expression.flatMap({ app.program.text(of: $0, in: owner) }),
      app.manifest.taskIdentifiers?.contains(identifier) == true
    else { return nil }
    return ScriptWriter.literal(identifier)
  }
}
