// Runs a program without a phone: what tests of the language itself need. Questions to the host
// are answered here: lines of output are collected, everything else is nil.

import RehearsalSyntax
import Testing

@testable import RehearsalMachine

/// What came of running a script's statements.
struct ProgramRun {
  var output: [String] = []
  var fault: Fault?
  var expectations: [Bool] = []

  init(
    _ source: String, limits: MachineLimits = .outside, collectsAlways: Bool = false,
    host: HostInterface = HostInterface()
  ) throws {
    let script = SourceText(name: "test.rehearsal", source)
    let compilation = Compiler.compile([Parser.parse(script)], host: host)
    let program = try #require(
      compilation.program, "\(compilation.diagnostics.map { ($0.identifier, $0.message) })")
    var machine = Machine(
      program: program, role: .outside, limits: limits, collectsAlways: collectsAlways)
    machine.start(program.outside.initializer)
    run(&machine)
  }

  private mutating func run(_ machine: inout Machine) {
    while true {
      switch machine.run() {
      case .finished: return
      case .failed(let fault):
        self.fault = fault
        return
      case .asks(let ask):
        switch ask {
        case .output: output.append(machine.argumentText(0))
        case .expectation(_, let holds): expectations.append(holds)
        default: break
        }
        machine.answer(.nil)
      }
    }
  }
}
