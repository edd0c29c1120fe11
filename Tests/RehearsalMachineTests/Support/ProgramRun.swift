// Runs a program without a phone: what tests of the language itself need. Requests to the host
// are answered here: lines of output are collected, everything else is nil.
//
// Every program runs twice, the second time collecting at every allocation, and both runs have to
// come out the same; so each test of the language is one of the collector and of determinism too.

import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalCode
@testable import RehearsalCompiler
@testable import RehearsalInterface
@testable import RehearsalMachine

/// What came of running a script's statements.
struct ProgramRun: Equatable {
  /// An error as text, so that runs can be compared.
  struct Failure: Equatable {
    let identifier: DiagnosticIdentifier
    let message: String
    /// The calls, innermost first, as `name line:column`.
    let stack: [String]
    let omittedCalls: Int
  }

  private(set) var output: [String] = []
  private(set) var failure: Failure?
  private(set) var expectations: [Bool] = []
  /// How each part of each expectation printed; `-` where it was not evaluated.
  private(set) var parts: [[String]] = []

  /// Compiles and runs a script twice.
  ///
  /// Where it `allocatesMuch`, collecting at every allocation would take too long, and the second
  /// run is like the first.
  init(
    _ source: String, limits: MachineLimits = .outside, allocatesMuch: Bool = false,
    host: HostInterface = HostInterface(), location: SourceLocation = #_sourceLocation
  ) throws {
    let program = try compiledProgram(source, host: host, location: location)
    self.init(program, limits: limits)
    let again = ProgramRun(program, limits: limits, collectsAlways: !allocatesMuch)
    #expect(self == again, "the second run differs", sourceLocation: location)
  }

  /// Runs a program once.
  init(_ program: Program, limits: MachineLimits, collectsAlways: Bool = false) {
    var machine = Machine(
      CodeImage(program), role: .outside, limits: limits, collectsAlways: collectsAlways)
    machine.start(program.outside.initializer)
    while true {
      switch machine.run() {
      case .finished: return
      case .failed(let error):
        failure = Failure(error)
        return
      case .requests(let request):
        note(request, of: machine)
        machine.answer(.nil)
      }
    }
  }

  private mutating func note(_ request: HostRequest, of machine: Machine) {
    switch request {
    case .output: output.append(machine.argumentText(0))
    case .expectation(_, let holds):
      expectations.append(holds)
      parts.append(machine.expectationParts().map { $0 ?? "-" })
    default: break
    }
  }
}

extension ProgramRun.Failure {
  init(_ error: RuntimeError) {
    identifier = error.identifier
    message = error.message
    omittedCalls = error.omittedCalls
    stack = error.stack.map { call in
      let position = LineTable(call.place.source).position(at: Int(call.place.range.start))
      return "\(call.function) \(position.line):\(position.column)"
    }
  }
}

/// Expects a script to print these lines and to come to its end.
func expectOutput(
  _ source: String, _ lines: String..., allocatesMuch: Bool = false,
  location: SourceLocation = #_sourceLocation
) throws {
  let run = try ProgramRun(source, allocatesMuch: allocatesMuch, location: location)
  #expect(run.failure == nil, sourceLocation: location)
  #expect(run.output == lines, sourceLocation: location)
}

/// Expects a script to fail with an error whose message holds a text.
func expectError(
  _ source: String, _ identifier: DiagnosticIdentifier, _ text: String = "",
  limits: MachineLimits = .outside, allocatesMuch: Bool = false,
  location: SourceLocation = #_sourceLocation
) throws {
  let run = try ProgramRun(
    source, limits: limits, allocatesMuch: allocatesMuch, location: location)
  #expect(run.failure?.identifier == identifier, sourceLocation: location)
  let message = run.failure?.message ?? "no error"
  #expect(text.isEmpty || message.contains(text), "\(message)", sourceLocation: location)
}

/// An expression with the text that it prints.
struct Printed: Sendable, CustomTestStringConvertible {
  let expression: String
  let text: String

  init(_ expression: String, _ text: String) {
    self.expression = expression
    self.text = text
  }

  var testDescription: String { expression }

  func check() throws {
    let run = try ProgramRun("print(\(expression))")
    #expect(run.failure == nil)
    #expect(run.output == [text])
  }
}

/// A statement or expression with the error that it gives.
struct Failing: Sendable, CustomTestStringConvertible {
  let source: String
  let identifier: DiagnosticIdentifier
  let text: String

  init(_ source: String, _ identifier: DiagnosticIdentifier, _ text: String = "") {
    self.source = source
    self.identifier = identifier
    self.text = text
  }

  var testDescription: String { source }

  func check() throws { try expectError(source, identifier, text) }
}
