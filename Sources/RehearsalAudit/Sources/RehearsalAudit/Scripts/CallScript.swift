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
    write(code, depth: 0, mayBeLeftOut: false)
  }

  /// - Parameters:
  ///   - code: What is called.
  ///   - depth: How many functions lie around it.
  ///   - mayBeLeftOut: Whether it is called on some paths only.
  private mutating func write(_ code: Code, depth: Int, mayBeLeftOut: Bool) {
    // Calls inside of another call's arguments belong to it; those of its closures run later.
    var handled: Set<SyntaxIdentifier> = []
    var openTask: (name: String, isEnded: Bool)?
    var elsewhere: [String] = []
    for call in code.calls where lines.count < Self.lineLimit {
      if Self.isInside(call, handled) { continue }
      if call.name == "endBackgroundTask" {
        guard let task = openTask else { continue }
        openTask = nil
        let end = "endBackgroundTask(\(task.name))"
        elsewhere.removeAll { $0 == task.name }
        if call.isInClosure {
          lines.append(ScriptWriter.later(end, orNever: !task.isEnded))
        } else {
          lines.append(task.isEnded ? end : ScriptWriter.missed(end))
        }
        continue
      }
      if call.isInClosure { continue }
      if call.name == "beginBackgroundTask" {
        taskCount += 1
        let name = "task\(taskCount)"
        let isEnded = app.isEnded(call, in: code.function)
        openTask = (name, isEnded)
        if isEnded { elsewhere.append(name) }
        handled.insert(call.node.id)
        lines.append("let \(name) = \(beginning(call, in: code.function))")
        continue
      }
      // Asked only of what is written or followed: it walks up to the beginning of the code, which would
      // take the square of the length of a chain of calls.
      var isConditional: Bool { mayBeLeftOut || !AuditedApp.runsAlways(call, in: code) }
      if let line = statement(for: call, in: code) {
        let isOpen = isConditional || startsAnew(call, in: code)
        lines.append(isOpen ? conditional(line, call, in: code) : line)
        handled.insert(call.node.id)
        continue
      }
      let functions = app.program.functions(
        for: call, in: code.owner, isSure: true, byProperties: true)
      if depth < 3, functions.count == 1, let function = functions.first,
        followed.insert(ObjectIdentifier(function)).inserted
      {
        lines.append(
          "// \(Self.shown(call.callee))(…), \(function.place.path):\(function.place.line)")
        write(Code(function), depth: depth + 1, mayBeLeftOut: isConditional)
      } else if !handled.contains(call.node.id), Self.isStatement(call) {
        let place = code.source.place(of: call.node)
        lines.append("// \(Self.shown(call.callee))(…), \(place.path):\(place.line)")
      }
    }
    // Kept beyond this code, and ended when what it covers is done.
    for task in elsewhere { lines.append(ScriptWriter.later("endBackgroundTask(\(task))")) }
  }

  /// A statement that stands under a condition: whether its timer is there already, or one that is not
  /// known.
  private func conditional(_ line: String, _ call: Call, in code: Code) -> String {
    guard line.contains("every(") else { return ScriptWriter.maybe(line) }
    // Whether it runs is not known, and a storm would blame the app for running it at all.
    guard let name = app.identifier(of: call.node), code.text.contains("\(name)==nil") else {
      return ScriptWriter.maybeNot(line)
    }
    return ScriptWriter.maybeNot("if \(Self.timer(name, code.owner)) == nil { \(line) }")
  }

  /// Whether a call starts a timer that the same code has stopped, so that it is never there twice: its
  /// object may have started it already.
  private func startsAnew(_ call: Call, in code: Code) -> Bool {
    guard call.name == "scheduledTimer", let name = app.identifier(of: call.node) else {
      return false
    }
    return code.text.contains("\(name)?.invalidate()") || code.text.contains("\(name).invalidate()")
  }

  /// The variable of the script for a timer that a type keeps under a name.
  private static func timer(_ name: String, _ owner: String?) -> String {
    let words = (owner ?? "") + name.prefix(1).uppercased() + name.dropFirst()
    let letters = words.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }
    let text = String(String.UnicodeScalarView(letters))
    return "timer" + text
  }

  /// The variables of timers that lines name, in order.
  static func timers(in lines: [String]) -> [String] {
    let words = lines.flatMap { line -> [Substring] in
      guard line.contains(" = every(") || line.contains("?.invalidate()") else { return [] }
      return line.split { !$0.isLetter }.filter { $0.hasPrefix("timer") }
    }
    return Set(words.map(String.init)).sorted()
  }

  private static func isInside(_ call: Call, _ handled: Set<SyntaxIdentifier>) -> Bool {
    guard !handled.isEmpty else { return false }
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

  private func beginning(_ call: Call, in function: Function) -> String {
    let name = call.argument("withName").flatMap {
      app.program.text(of: $0, in: function.owner)
    }
    let begin = "beginBackgroundTask(\(name.map(ScriptWriter.literal) ?? ""))"
    return app.isEndedOnExpiry(call, in: function)
      ? begin + " { id in endBackgroundTask(id) }" : begin
  }

  /// The statement of the language that a call is; nil where there is none.
  private func statement(for call: Call, in code: Code) -> String? {
    let owner = code.owner
    switch call.name {
    case "registerForRemoteNotifications": return "registerForRemoteNotifications()"
    case "setMinimumBackgroundFetchInterval":
      guard let interval = call.argument(nil) else { return nil }
      let text = interval.compactText
      if text.hasSuffix("IntervalNever") { return "setMinimumBackgroundFetchInterval(.never)" }
      let seconds = text.hasSuffix("IntervalMinimum") ? 0 : Self.seconds(interval)
      return "setMinimumBackgroundFetchInterval(\(Self.duration(seconds)))"
    case "register":
      guard let identifier = listed(call.argument("forTaskWithIdentifier"), in: owner) else {
        return nil
      }
      return "registerBackgroundTask(\(identifier))"
    case "BGAppRefreshTaskRequest":
      guard let identifier = listed(call.argument("identifier"), in: owner) else { return nil }
      return "submitBackgroundTask(\(identifier)\(earliest(in: code)), kind: .refresh)"
    case "BGProcessingTaskRequest":
      guard let identifier = listed(call.argument("identifier"), in: owner) else { return nil }
      return "submitBackgroundTask(\(identifier)\(earliest(in: code)), kind: .processing)"
    case "scheduledTimer":
      let repeats = call.argument("repeats")?.compactText == "true"
      let seconds = call.argument("timeInterval") ?? call.argument("withTimeInterval")
      let text = Self.duration(seconds.flatMap(Self.seconds).flatMap { $0 > 0 ? $0 : nil })
      guard repeats else { return "after(\(text)) { }" }
      guard let name = app.identifier(of: call.node) else { return "every(\(text)) { }" }
      return "\(Self.timer(name, owner)) = every(\(text)) { }"
    case "invalidate" where call.callee.lowercased().contains("timer"):
      let base = call.node.calledExpression.as(MemberAccessExprSyntax.self)?.base
      guard let name = base?.plainName else { return nil }
      let timer = Self.timer(name, owner)
      let isForgotten = code.text.contains("\(name)=nil")
      return "\(timer)?.invalidate()" + (isForgotten ? "; \(timer) = nil" : "")
    case "set" where call.callee.contains("UserDefaults"):
      guard let key = call.argument("forKey").flatMap({ app.program.text(of: $0, in: owner) }),
        let value = call.argument(nil), let literal = Self.literal(value)
      else { return nil }
      return "preferences[\(ScriptWriter.literal(key))] = \(literal)"
    default: return nil
    }
  }

  /// A number of seconds as a literal of the language; a choice for nil.
  private static func duration(_ seconds: Double?) -> String {
    guard let seconds else { return "oneOf(1s, 15min)" }
    return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
  }

  /// The number that an expression is: a literal, or several multiplied; nil for any other.
  private static func seconds(_ expression: ExprSyntax) -> Double? {
    let factors = expression.compactText.split(separator: "*").map { factor in
      Double(factor.filter { $0 != "_" && $0 != "(" && $0 != ")" })
    }
    guard !factors.contains(nil) else { return nil }
    let product = factors.compactMap(\.self).reduce(1, *)
    return product >= 0 && product < 1e7 ? product : nil
  }

  /// The argument for the earliest time of a request, by what its code assigns; none for none.
  private func earliest(in code: Code) -> String {
    guard let date = EarliestReader.date(in: code.node) else { return "" }
    let seconds = Call(date, isInClosure: false).argument("timeIntervalSinceNow")
      .flatMap(Self.seconds)
    return ", earliest: \(Self.duration(seconds))"
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

/// Finds the date that code assigns to `earliestBeginDate`.
private final class EarliestReader: SyntaxVisitor {
  private var found: FunctionCallExprSyntax?

  static func date(in node: Syntax) -> FunctionCallExprSyntax? {
    let reader = EarliestReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.found
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      elements[0].as(MemberAccessExprSyntax.self)?.declName.baseName.text == "earliestBeginDate"
    {
      found = elements[2].as(FunctionCallExprSyntax.self)
    }
    return .visitChildren
  }
}
