// The requests that the debug adapter answers, one row each.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// A request that the adapter answers.
struct DebugRequest: Sendable {
  /// Its name in the protocol.
  let command: String
  /// Whether there has to be a script.
  let needsRun: Bool
  /// Answers it with the body of the response; null for none.
  let answer: @Sendable (inout DebugAdapter, JSONValue) throws(DebugError) -> JSONValue
  /// What is done after the response.
  let follow: (@Sendable (inout DebugAdapter) -> Void)?

  private init(
    _ command: String, needsRun: Bool = true,
    _ answer:
      @escaping @Sendable (inout DebugAdapter, JSONValue) throws(DebugError) -> JSONValue = {
        _, _ in .null
      }, then follow: (@Sendable (inout DebugAdapter) -> Void)? = nil
  ) {
    self.command = command
    self.needsRun = needsRun
    self.answer = answer
    self.follow = follow
  }

  /// A request to move, which has to be at a stop.
  private static func move(
    _ command: String, _ body: JSONValue = .null,
    then follow: @escaping @Sendable (inout DebugAdapter) -> Void
  ) -> DebugRequest {
    DebugRequest(
      command,
      { adapter, _ throws(DebugError) in
        _ = try adapter.stopped()
        return body
      }, then: follow)
  }

  /// All requests.
  static let all: [DebugRequest] = [
    DebugRequest(
      "initialize", needsRun: false,
      { adapter, arguments in
        adapter.initialize(arguments)
      }),
    DebugRequest(
      "launch", needsRun: false,
      { adapter, arguments throws(DebugError) in
        try adapter.launch(arguments)
        return .null
      },
      then: { adapter in
        adapter.sayIsInitialized()
        adapter.begin()
      }),
    DebugRequest(
      "attach", needsRun: false,
      { _, _ throws(DebugError) in
        throw DebugError("there is nothing to attach to: a script is launched")
      }),
    DebugRequest(
      "configurationDone", needsRun: false,
      { adapter, _ in
        adapter.configure()
        return .null
      }, then: { $0.begin() }),
    DebugRequest(
      "setBreakpoints", needsRun: false,
      { adapter, arguments in
        adapter.setBreakpoints(arguments)
      }),
    DebugRequest(
      "setFunctionBreakpoints", needsRun: false,
      { adapter, arguments in
        adapter.setFunctionBreakpoints(arguments)
      }),
    DebugRequest(
      "setExceptionBreakpoints", needsRun: false,
      { adapter, arguments in
        adapter.setFilters(arguments)
      }),
    DebugRequest(
      "breakpointLocations",
      { adapter, arguments in
        adapter.breakpointLocations(arguments)
      }),
    DebugRequest("threads", { adapter, _ in ["threads": JSONValue.list(adapter.threads)] }),
    DebugRequest(
      "stackTrace",
      { adapter, arguments throws(DebugError) in
        try adapter.stackTrace(arguments)
      }),
    DebugRequest(
      "scopes",
      { adapter, arguments throws(DebugError) in
        try adapter.scopes(arguments)
      }),
    DebugRequest(
      "variables",
      { adapter, arguments throws(DebugError) in
        try adapter.variables(arguments)
      }),
    DebugRequest(
      "evaluate",
      { adapter, arguments throws(DebugError) in
        try adapter.evaluate(arguments)
      }),
    DebugRequest(
      "completions",
      { adapter, arguments throws(DebugError) in
        try adapter.completions(arguments)
      }),
    DebugRequest("exceptionInfo", { adapter, _ in adapter.reason }),
    move("continue", ["allThreadsContinued": true], then: { $0.goOn() }),
    move("reverseContinue", then: { $0.goBack() }),
    move("next", then: { $0.step(.over) }),
    move("stepIn", then: { $0.step(.into) }),
    move("stepOut", then: { $0.step(.out) }),
    move("stepBack", then: { $0.step(.back) }),
    move("pause", then: { $0.pause() }),
    DebugRequest("terminate", { _, _ in .null }, then: { $0.notify("terminated") }),
    DebugRequest("disconnect", needsRun: false, then: { $0.leave() }),
  ]
}

extension DebugAdapter {
  /// Where the run is.
  func stopped() throws(DebugError) -> Recording.Position {
    guard let position else { throw DebugError("the run does not stand anywhere: it is over") }
    return position
  }

  // MARK: - Threads and calls

  /// The number of the thread of an app; the outside is the first.
  func thread(of app: AppIdentifier?) -> Int { app.map { Int($0.index) + 2 } ?? 1 }

  private func app(ofThread number: Int64?) throws(DebugError) -> AppIdentifier? {
    let apps = try stopped().device.apps
    guard let number, number != 1 else { return nil }
    guard let app = apps.first(where: { thread(of: $0) == Int(clamping: number) }) else {
      throw DebugError("there is no thread \(number)")
    }
    return app
  }

  /// The world, and each process.
  var threads: [JSONValue] {
    let device = position?.device
    let apps = device?.apps.filter { device?.process(of: $0) != nil } ?? []
    return [["id": 1, "name": "the world"]]
      + apps.map { app in
        let process = device?.process(of: app).map { " (process \($0.number))" } ?? ""
        return ["id": thread(of: app), "name": (debuggee?.name(of: app) ?? "") + process]
      }
  }

  /// The calls of a thread, the innermost first.
  private func calls(of app: AppIdentifier?) throws(DebugError) -> [RuntimeError.Call] {
    let position = try stopped()
    guard let app else { return position.outsideStack }
    if position.app == app { return position.appStack }
    let waiting = position.session.stack(of: app)
    if !waiting.isEmpty { return waiting }
    let state = position.device.state(of: app).rawValue
    guard let place = debuggee?.place(of: app) else { return [] }
    return [
      RuntimeError.Call(function: "\(debuggee?.name(of: app) ?? "") is \(state)", place: place)
    ]
  }

  /// How many calls of a thread have numbers.
  static let framesOfAThread = 1000

  func stackTrace(_ arguments: JSONValue) throws(DebugError) -> JSONValue {
    let app = try app(ofThread: arguments["threadId"]?.integer)
    let calls = try calls(of: app).prefix(Self.framesOfAThread)
    let start = max(0, Int(clamping: arguments["startFrame"]?.integer ?? 0))
    let levels = Int(clamping: arguments["levels"]?.integer ?? 0)
    let asked = calls.enumerated().dropFirst(start).prefix(levels > 0 ? levels : calls.count)
    let frames = asked.map { index, call -> JSONValue in
      let place = call.place.position
      return [
        "id": thread(of: app) * Self.framesOfAThread + index, "name": call.function,
        "source": DebugAdapter.source(of: call.place.file), "line": shown(line: place.line),
        "column": shown(line: place.column),
      ]
    }
    return ["stackFrames": JSONValue.list(frames), "totalFrames": calls.count]
  }

  /// A file, as the protocol names it.
  static func source(of path: String) -> JSONValue {
    ["name": FilePath(path).name, "path": FilePath(path).canonical.text]
  }
}
