// A small host for tests of the language, with one word of each sort that a host can give, and the one
// way in which those tests compile a script.

import RehearsalCode
import RehearsalCompiler
import RehearsalInterface
import RehearsalSyntax
import RehearsalValues
import Testing

/// A host with words for both sides.
package enum SampleHost {
  /// Its words.
  package static let interface: HostInterface = {
    var host = HostInterface()
    host.functions = functions
    host.kinds = kinds
    host.groups.unit = HostNoun("an", "app")
    host.groups.instance = HostNoun("a", "scene")
    host.groups.handlers = HostNoun("a", "view")
    host.groups.outside = "the user and the system"
    host.groups.outsidePossessive = "the user's and the system's"
    host.groups.targets = [("application", .unit), ("scene", .instance)]
    host.unitKind = 0
    host.maps = [end]
    host.objects = [
      HostObject("settings", side: .outside, handle: Handle(kind: 1, number: 0)),
      HostObject("disk", side: .inside, handle: Handle(kind: 2, number: 0)),
    ]
    host.handlers = [
      HostHandler(
        "didFinishLaunching", parameters: ["options"], returnsBool: true,
        otherNames: { ["applicationDidFinishLaunching"] }),
      HostHandler("didEnterBackground", otherNames: { ["applicationDidEnterBackground"] }),
      HostHandler("didBecomeActive"),
      HostHandler("willEncodeState", parameters: ["coder"]),
      HostHandler("backgroundTask", parameters: ["task"], hasSelector: true),
      HostHandler("willConnect", group: .instance, parameters: ["session", "options"]),
    ]
    host.deviceKeys = [
      HostSetting("os", reads: []), HostSetting("memory", reads: []),
      HostSetting("quirks", reads: [], .list(.symbol(["lockFlicker"]))),
      HostSetting("seed", reads: []),
    ]
    host.infoKeys = [HostSetting("backgroundModes", reads: [], .list(.symbol(["fetch", "audio"])))]
    host.prelude = [
      PreludeFunction(
        "crash",
        """
        func crash(app, block) {
          __beginCrash(app)
          block()
          return __endCrash()
        }
        """),
      PreludeFunction("messages", "func messages() { [] }"),
    ]
    host.preludeFunctions = [
      HostFunction("messages", side: .neutral, result: .list(.symbol(["first", "second"])))
    ]
    return host
  }()

  private static let functions: [HostFunction] = [
    HostFunction("launch", side: .outside, [.init("app")]),
    HostFunction("press", side: .outside, [.init("button", symbols: ["home", "lock"])]),
    HostFunction(
      "push", side: .outside,
      [
        .init("app"), .init("payload", isOptional: true, isNamed: true),
        .init("type", isOptional: true, isNamed: true, symbols: ["alert", "voip"]),
      ]),
    HostFunction("after", side: .inside, [.init("delay"), .init("block")]),
    HostFunction("work", side: .inside, [.init("duration")]),
    HostFunction(
      "perform", side: .inside,
      [.init("duration"), .init("cpu", isOptional: true, isNamed: true), .init("block")]),
    word("log", side: .inside, [.init("text")]) { $0.isVariadic = true },
    word("now", side: .neutral) { $0.isProperty = true },
    word("__beginCrash", side: .outside, [.init("app")]) { $0.isHidden = true },
    word("__endCrash", side: .outside) { $0.isHidden = true },
  ]

  private static let end = HostMap(
    "end", title: "An end",
    [
      HostSetting("reason", reads: [], .symbol(["first", "second"])),
      HostSetting("time", reads: []),
    ])

  private static let kinds: [HostKind] = [
    HostKind(
      "App", isOpen: true,
      members: [
        member("state") { $0.result = .symbol(["active", "background"]) },
        member("calls") { $0.result = .list(.symbol(["first", "second"])) },
        member("exit") { $0.result = .map("end") },
        member("exits") { $0.result = .list(.map("end")) },
        HostMember("disk", reads: []), HostMember("settings", reads: []),
        HostMember("ping", reads: [], parameters: [.init("times", isOptional: true)]),
      ]),
    HostKind(
      "Settings", isSingle: true,
      members: [
        HostMember("lowPowerMode", reads: [], isSettable: true), HostMember("language", reads: []),
      ]),
    HostKind("Disk", isSingle: true, hasSubscript: true),
    HostKind("Timer"),
  ]

  private static func member(
    _ name: String, _ change: (inout HostMember) -> Void
  ) -> HostMember {
    var member = HostMember(name, reads: [])
    change(&member)
    return member
  }

  private static func word(
    _ name: String, side: Side, _ parameters: [HostFunction.Parameter] = [],
    _ change: (inout HostFunction) -> Void
  ) -> HostFunction {
    var function = HostFunction(name, side: side, parameters)
    change(&function)
    return function
  }
}

/// Parses and compiles scripts for the sample host; the last is the main one.
package func compile(_ texts: String...) -> Compilation {
  let scripts = texts.enumerated().map { index, text in
    Parser.parse(SourceText(name: "script \(index + 1)", text))
  }
  return Compiler.compile(scripts, host: SampleHost.interface)
}

/// Compiles a script that has no errors.
package func compiledProgram(
  _ source: String, host: HostInterface = HostInterface(),
  location: SourceLocation = #_sourceLocation
) throws -> Program {
  let script = SourceText(name: "test.rehearsal", source)
  let compilation = Compiler.compile([Parser.parse(script)], host: host)
  return try #require(
    compilation.program, "\(compilation.diagnostics.map { ($0.identifier, $0.message) })",
    sourceLocation: location)
}
