// The listings of a few programs against recorded ones.

import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalCode
@testable import RehearsalMachine

@Suite struct DisassemblerTests {
  private static let folder = "Tests/RehearsalCodeTests/Goldens/"

  @Test(arguments: ["app", "closures", "fib", "places"]) func listing(name: String) throws {
    let source = try Repository.text(of: Self.folder + name + ".rehearsal")
    let program = try compiledProgram(source, host: SampleHost.interface)
    let golden = GoldenFile(
      Repository.url(of: Self.folder + name + ".golden"), of: "DisassemblerTests")
    try golden.expect(Disassembler.listing(of: program))
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
    for operation in RehearsalCode.Operation.allCases {
      let shape = operation.shape
      #expect(!shape.a.isWide && !shape.c.isWide, "\(operation)")
      #expect(!shape.b.isWide || shape.c == .unused, "\(operation)")
    }
  }
}
