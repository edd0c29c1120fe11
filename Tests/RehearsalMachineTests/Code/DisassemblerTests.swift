// The listings of a few programs against recorded ones. `RECORD_GOLDENS=1 swift test --filter
// Disassembler` writes them, and fails, so that no run records and passes at once.

import Foundation
import RehearsalSyntax
import Testing

@testable import RehearsalMachine

@Suite struct DisassemblerTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Goldens")

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil

  @Test(arguments: ["app", "closures", "fib", "places"]) func listing(name: String) throws {
    let script = Self.folder.appendingPathComponent(name + ".rehearsal")
    let golden = Self.folder.appendingPathComponent(name + ".golden")
    let source = try String(contentsOf: script, encoding: .utf8)
    let program = try ProgramRun.program(source, host: SampleHost.interface)
    let listing = Disassembler.listing(of: program)
    if Self.isRecording {
      try listing.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("the listing of \(name) was recorded; look at the change, run again")
    } else {
      #expect(try String(contentsOf: golden, encoding: .utf8) == listing)
    }
  }

  /// Whatever an instruction holds, there is a line for it.
  @Test func anyCodeIsListed() throws {
    let program = try VerifierTests.sample()
    var random = RandomSource(seed: 1)
    let instructions = program.instructions.map { _ in
      Instruction(
        Operation.allCases.randomElement(using: &random) ?? .move,
        a: Int.random(in: 0...0xFFFF, using: &random),
        bc: Int.random(in: 0...0xFFFF_FFFF, using: &random))
    }
    let listing = Disassembler.listing(of: program.with(instructions), library: true)
    let words = program.functions.map(\.length).reduce(0, +)
    #expect(listing.split(separator: "\n").count == words + program.functions.count)
  }

  /// The catalogue of shapes fits the instructions' size.
  @Test func shapesFitIntoInstructions() {
    for operation in RehearsalMachine.Operation.allCases {
      let shape = operation.shape
      #expect(!shape.a.isWide && !shape.c.isWide, "\(operation)")
      #expect(!shape.b.isWide || shape.c == .unused, "\(operation)")
    }
  }
}
