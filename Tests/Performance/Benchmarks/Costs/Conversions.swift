// Calls between a machine and its host, with the conversions of values. Targets: 12 ns from the host into a
// script, 16 ns from a script to the host and back, and for a host's typed function 20 ns more than
// for an empty function of the script.

import Rehearsal
import RehearsalCompiler
import RehearsalInterface
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

private let callCount = 1_000_000

func registerConversions() {
  register("host to script: a closure of one argument", count: callCount) {
    try PreparedMachine("let next = { x in x + 1 }", function: "next")
  } run: { prepared in
    for number in 0..<callCount {
      prepared.machine.start(prepared.function, with: .integer(Int64(number)))
      guard case .finished = prepared.machine.run(),
        prepared.machine.takeResult() == .integer(Int64(number) + 1)
      else { throw Unprepared(reason: "the closure did not return") }
    }
  }
  register("script to host: a function of one argument", count: callCount) {
    let source = "let callHost = { for i in 0..<\(callCount) { note(i) } }"
    var prepared = try PreparedMachine(source, function: "callHost")
    prepared.machine.start(prepared.function, [])
    return prepared
  } run: { prepared in
    var sum: Int64 = 0
    while case .requests = prepared.machine.run() {
      if case .integer(let number) = prepared.machine.argument(0) { sum += number }
      prepared.machine.answer(.nil)
    }
    guard sum == Int64(callCount) * Int64(callCount - 1) / 2 else {
      throw Unprepared(reason: "not every call arrived")
    }
  }
  for (name, function) in [("script's", "empty"), ("host's", "note")] {
    register("in a session: the \(name) function of one argument", count: callCount) {
      var host = ScriptHost()
      try host.define("note", "x") { (_: Int) in }
      let text = "func empty(x) { }\nfunc go() { for i in 0..<\(callCount) { \(function)(i) } }"
      var session = try Script(SourceText(name: "benchmark.rehearsal", text), host: host).session()
      session.run()
      return session
    } run: { session in
      _ = try session.call("go")
    }
  }
}

/// An idle machine whose statements have run, and one of its functions.
struct PreparedMachine {
  var machine: Machine
  let function: FunctionReference

  /// Compiles a script, runs its statements and takes a function from one of its constants.
  init(_ source: String, function name: String) throws {
    var host = HostInterface()
    host.functions = [HostFunction("note", side: .outside, [.init("x")])]
    let script = Parser.parse(SourceText(name: "benchmark.rehearsal", source))
    let compilation = Compiler.compile([script], host: host)
    guard let program = compilation.program else {
      throw Unprepared(reason: "\(compilation.diagnostics.map(\.message))")
    }
    machine = Machine(CodeImage(program), role: .outside, limits: .outside)
    machine.start(program.outside.initializer)
    guard case .finished = machine.run(), case .function(let function) = machine.global(named: name)
    else { throw Unprepared(reason: "there is no function `\(name)`") }
    self.function = function
  }
}
