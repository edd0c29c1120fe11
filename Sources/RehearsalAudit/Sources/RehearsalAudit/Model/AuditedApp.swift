// What was recognised of an app: its delegates, their handlers, its observers, and which code runs at
// which moment of its life.

import RehearsalRules
import SwiftSyntax

/// A handler that a delegate has.
struct FoundHandler {
  let handler: Handler
  let type: String
  let place: Place
  /// The method, in Swift.
  let function: Function?
  /// The method, in Objective-C.
  let objectiveC: ObjectiveCSource.Method?

  /// Whether it does nothing, as far as one sees, or is perhaps not compiled.
  var isEmpty: Bool {
    if let function {
      guard function.body.count < 2, let only = function.body.first else {
        return function.body.isEmpty
      }
      return ["returntrue", "returnfalse", "true", "false"].contains(only.compactText)
    }
    return objectiveC.map { method in
      method.isConditional
        || ["", "returnYES;", "returnNO;"].contains(method.body.filter { !$0.isWhitespace })
    } ?? true
  }
}

/// Code that waits for a notification of the lifecycle.
struct Observer {
  let notification: LifecycleNotification
  let code: Code
  let place: Place
}

/// An app as its sources show it.
final class AuditedApp {
  let manifest: AppManifest
  let program: Program
  private(set) var handlers: [FoundHandler] = []
  private(set) var observers: [Observer] = []
  /// The class that is the delegate of the application, with its place; nil where none was found.
  private(set) var applicationDelegate: (name: String, place: Place)?
  private(set) var hasSceneDelegate = false
  /// Whether it is an `App` of SwiftUI.
  private(set) var isSwiftUIApp = false
  /// The types that the program begins with.
  private(set) var entries: Set<String> = []
  /// Whether a delegate inherits from a class that is not among the sources, which may have handlers.
  private(set) var hasForeignDelegate = false
  private(set) var hasForeignSceneDelegate = false
  private var moments: [Moment: [Code]] = [:]

  init(_ files: AuditedFiles, of library: SourceLibrary, note: (String) -> Void) {
    manifest = files.manifest
    program = Program(files.sources, others: files.others, of: library, note: note)
    findDelegates()
    for function in program.functions(near: LifecycleNotification.words) {
      findObservers(in: function)
    }
    findObjectiveCHandlers()
    for found in handlers {
      guard let function = found.function, let moment = found.handler.moment, isCalled(found)
      else { continue }
      moments[moment, default: []].append(Code(function))
    }
    for observer in observers {
      guard let moment = observer.notification.moment else { continue }
      moments[moment, default: []].append(observer.code)
    }
  }

  /// Whether an app lives with scenes.
  enum SceneAdoption { case adopted, uncertain, missing }

  /// By SwiftUI's life cycle, or by a configuration that names a delegate; what the code alone
  /// configures is not sure to count.
  var sceneAdoption: SceneAdoption {
    if isSwiftUIApp || manifest.sceneManifest == .complete { return .adopted }
    return handlers(.configurationForConnecting).isEmpty ? .missing : .uncertain
  }

  /// Whether messages go to its scenes for sure, and not to the application alone.
  var hasScenes: Bool { sceneAdoption == .adopted }

  /// Whether a handler is called, or may be.
  func isCalled(_ found: FoundHandler) -> Bool {
    // An app that lists scheduled tasks is sent no fetches.
    if found.handler.message == .performFetch, manifest.taskIdentifiers != nil, deploysFrom13 {
      return false
    }
    return switch found.handler.recipient {
    case .application: !(hasScenes && found.handler.replacement != nil)
    case .scene: sceneAdoption != .missing
    case .notificationCenter, .pushRegistry: true
    }
  }

  /// Whether a handler that the system does not call is called by the app itself.
  func isForwarded(_ found: FoundHandler) -> Bool {
    let selector = found.handler.selector
    let name = String(selector.prefix { $0 != "(" })
    let isCalled = program.functions(near: name).contains { function in
      function.selector != selector && function.calls.contains { $0.selector == selector }
    }
    let words = found.handler.objectiveC.split(separator: ":").map { $0 + ":" }
    return isCalled
      || program.objectiveCSources(mentioning: [name]).flatMap(\.methods).contains { method in
        method.selector != found.handler.objectiveC && words.allSatisfy(method.body.contains)
      }
  }

  /// Whether the system starts it without anybody who has unlocked the device.
  var mayStartLocked: Bool {
    guard manifest.source != nil else { return false }
    return !Set(manifest.backgroundModes).subtracting(["audio"]).isEmpty
      || program.mentions(anyOf: [
        "startMonitoring", "startMonitoringSignificantLocationChanges", "startMonitoringVisits",
        "handleEventsForBackgroundURLSession", "HKObserverQuery",
      ])
  }

  /// The code that runs at a moment, of handlers, observers and phases.
  func code(at moment: Moment) -> [Code] { moments[moment] ?? [] }

  /// The handlers of a message, in any of the ways to write one.
  func handlers(_ message: Message) -> [FoundHandler] {
    handlers.filter { $0.handler.message == message }
  }

  /// The handlers of pushes that have no completion and come in the foreground only.
  var foregroundPushes: [FoundHandler] { handlers.filter { $0.handler.message == nil } }

  /// Whether a type is the delegate of anything, by what it says it conforms to.
  func isDelegate(_ name: String) -> Bool {
    program.parents(of: program.lineage(of: name)).contains { $0.hasSuffix("Delegate") }
  }

  // MARK: Delegates

  private static let applicationProtocols: Set = ["UIApplicationDelegate"]
  private static let sceneProtocols: Set = ["UIWindowSceneDelegate", "UISceneDelegate"]
  private static let recipients: [(Set<String>, Recipient)] = [
    (applicationProtocols, .application), (sceneProtocols, .scene),
    (["UNUserNotificationCenterDelegate"], .notificationCenter),
    (["PKPushRegistryDelegate"], .pushRegistry),
  ]

  /// Classes of well-known frameworks that are delegates of applications.
  private static func isForeignDelegate(_ name: String) -> Bool {
    name.hasSuffix("AppDelegate") || name.hasSuffix("ApplicationDelegate")
      || name.hasSuffix("AppDelegateWrapper")
  }

  private func findDelegates() {
    let adaptors = Set(program.entryTypes.flatMap(\.adaptors))
    let apps = program.entryTypes.filter {
      $0.inherited.contains("App") && $0.attributes.contains("main")
    }
    isSwiftUIApp = !apps.isEmpty || beginsByCall
    let mains = program.entryTypes.filter {
      $0.isClass && !Set($0.attributes).isDisjoint(with: ["main", "UIApplicationMain"])
    }
    entries = Set((apps + mains).map(\.name))
    let known = adaptors.union(mains.map(\.name))
    let delegates = known.reduce(into: Set()) { $0.formUnion(program.lineage(of: $1)) }
    for type in program.types where type.isClass {
      var recipients = Set(
        Self.recipients.filter { program.type(type.name, inheritsOneOf: $0.0) }.map(\.1))
      // What else conforms to the protocol is told by the app itself.
      if !known.isEmpty, !delegates.contains(type.name) { recipients.remove(.application) }
      let declared = program.lineage(of: type.name)
      let parents = program.parents(of: declared).subtracting(declared)
        .subtracting(Self.applicationProtocols).subtracting(Self.sceneProtocols)
      let isForeign = parents.contains(where: Self.isForeignDelegate)
      if isForeign || known.contains(type.name) {
        recipients.insert(.application)
        hasForeignDelegate = hasForeignDelegate || isForeign
      }
      if manifest.sceneDelegates.contains(type.name) { recipients.insert(.scene) }
      if recipients.contains(.scene), parents.contains(where: { $0.hasSuffix("SceneDelegate") }) {
        hasForeignSceneDelegate = true
      }
      guard !recipients.isEmpty else { continue }
      if recipients.contains(.application), applicationDelegate == nil {
        applicationDelegate = program.place(of: type.name).map { (type.name, $0) }
      }
      if recipients.contains(.scene) { hasSceneDelegate = true }
      addHandlers(of: type.name, recipients)
    }
  }

  /// Whether an `App` of SwiftUI is begun by a call of its `main`, in another type's or in `main.swift`.
  private var beginsByCall: Bool {
    let apps = Set(program.types.filter { $0.inherited.contains("App") }.map(\.name))
    guard !apps.isEmpty else { return false }
    func begins(_ calls: [Call]) -> Bool {
      calls.contains { $0.name == "main" && apps.contains(String($0.callee.dropLast(5))) }
    }
    return program.functions(named: "main").contains { begins($0.calls) }
      || program.sources(mentioning: apps).contains { source in
        (source.path == "main.swift" || source.path.hasSuffix("/main.swift"))
          && begins(CallCollector.calls(in: Syntax(source.tree)))
      }
  }

  private func addHandlers(of type: String, _ recipients: Set<Recipient>) {
    // What stands in for a protocol of the system, with empty methods by default, is no handler.
    let lineage = program.lineage(of: type).filter { name in
      !Self.recipients.contains { $0.0.contains(name) }
    }
    for function in program.functions(of: lineage) {
      guard
        let handler = Handler.named(
          function.selector, isAsync: function.isAsync, of: recipients),
        !handlers.contains(where: { $0.function === function })
      else { continue }
      handlers.append(
        FoundHandler(
          handler: handler, type: type, place: function.place, function: function,
          objectiveC: nil))
    }
  }

  private func findObjectiveCHandlers() {
    let marks: [Message] = [.didFinishLaunching, .sceneWillConnect]
    for source in program.objectiveCSources(mentioning: Handler.objectiveCWords) {
      let known = source.methods.compactMap { method in
        Handler.named(objectiveC: method.selector).map { (method, $0) }
      }
      for (method, handler) in known {
        let isDelegate = known.contains { other, handler in
          other.type == method.type && handler.message.map(marks.contains) ?? false
        }
        guard isDelegate || handler.recipient == .notificationCenter else { continue }
        if handler.recipient == .application, applicationDelegate == nil {
          applicationDelegate = (method.type, method.place)
        }
        if handler.recipient == .scene { hasSceneDelegate = true }
        handlers.append(
          FoundHandler(
            handler: handler, type: method.type, place: method.place, function: nil,
            objectiveC: method))
      }
    }
  }

  // MARK: Observers

  private func findObservers(in function: Function) {
    for call in function.calls {
      switch call.name {
      case "addObserver": observe(call, in: function)
      case "sink", "onReceive": observePublisher(call, in: function)
      case "onChange"
      where call.node.arguments.first?.expression.compactText.contains("scenePhase") == true:
        for closure in call.closures { findPhases(in: closure, of: function) }
      default: break
      }
    }
    guard function.source.mentions("notifications") else { return }
    SequenceReader.loops(over: "notifications", in: Syntax(function.body)) { loop, argument in
      add(
        argument, Code(Syntax(loop.body.statements), in: function), function.source.place(of: loop))
    }
  }

  private func observe(_ call: Call, in function: Function) {
    let place = function.source.place(of: call.node)
    if let name = call.argument("forName"), let closure = call.closures.first {
      add(name, Code(Syntax(closure.statements), in: function), place)
    }
    guard let name = call.argument("name"), let selector = call.argument("selector"),
      let method = Self.method(of: selector), let owner = function.owner
    else { return }
    for target in program.functions(of: owner, named: method) { add(name, Code(target), place) }
  }

  private func observePublisher(_ call: Call, in function: Function) {
    let inner = CallCollector.calls(in: Syntax(call.node)).first {
      $0.name == "publisher" && !$0.isInClosure
    }
    guard let inner, let name = inner.argument("for"), let closure = call.closures.last else {
      return
    }
    add(name, Code(Syntax(closure.statements), in: function), function.source.place(of: call.node))
  }

  private func add(_ name: ExprSyntax, _ code: Code, _ place: Place) {
    guard let notification = LifecycleNotification.named(name.compactText) else { return }
    observers.append(Observer(notification: notification, code: code, place: place))
  }

  /// The method that `#selector(…)` names.
  private static func method(of expression: ExprSyntax) -> String? {
    guard let macro = expression.as(MacroExpansionExprSyntax.self),
      let named = macro.arguments.first?.expression
    else { return nil }
    if let member = named.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    return named.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  // MARK: Phases

  private static let phases: [(String, [Moment])] = [
    (".active", [.becomesActive]), (".inactive", [.resigns]), (".background", [.entersBackground]),
  ]

  /// The code of a change of the scene phase: by the phase where a switch or a condition tells them
  /// apart, else at each.
  private func findPhases(in closure: ClosureExprSyntax, of function: Function) {
    let branches = PhaseReader.branches(in: Syntax(closure.statements))
    for (phase, phaseMoments) in Self.phases {
      let own = branches.filter { $0.condition.contains(phase) }.map(\.body)
      let bodies = branches.isEmpty ? [Syntax(closure.statements)] : own
      for moment in phaseMoments {
        moments[moment, default: []] += bodies.map { Code($0, in: function) }
      }
    }
  }
}

/// Finds loops over the elements of an asynchronous sequence.
private final class SequenceReader: SyntaxVisitor {
  private var loops: [ForStmtSyntax] = []

  static func loops(
    over name: String, in node: Syntax, _ body: (ForStmtSyntax, ExprSyntax) -> Void
  ) {
    let reader = SequenceReader(viewMode: .sourceAccurate)
    reader.walk(node)
    for loop in reader.loops {
      let call = CallCollector.calls(in: Syntax(loop.sequence)).first { $0.name == name }
      if let argument = call?.argument("named") { body(loop, argument) }
    }
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    loops.append(node)
    return .visitChildren
  }
}

/// Finds the branches of code that tells the phases of a scene apart.
private final class PhaseReader: SyntaxVisitor {
  private var branches: [(condition: String, body: Syntax)] = []

  static func branches(in node: Syntax) -> [(condition: String, body: Syntax)] {
    let reader = PhaseReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.branches
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    branches.append((node.label.compactText, Syntax(node.statements)))
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    let text = node.conditions.compactText
    let others = Self.others(than: text)
    // What is no longer active resigns, or has gone to the background.
    branches.append((text.contains("!=") ? others : text, Syntax(node.body.statements)))
    if case .codeBlock(let block) = node.elseBody, !others.isEmpty {
      branches.append((text.contains("!=") ? text : others, Syntax(block.statements)))
    }
    return .visitChildren
  }

  /// The phases that a comparison with one leaves; none where more is asked.
  private static func others(than text: String) -> String {
    let phases = [".active", ".inactive", ".background"]
    guard !text.contains("&&"), !text.contains("||"),
      let named = phases.first(where: text.hasSuffix)
    else { return "" }
    return phases.filter { $0 != named }.joined()
  }
}
