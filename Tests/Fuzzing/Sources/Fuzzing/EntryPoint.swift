// The program: hands each input of libFuzzer to the target that the first argument names, so that
// one build serves all targets. What breaks a promise stops the process; libFuzzer keeps the input.

import RehearsalSyntax

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

/// Stops the fuzzer: a promise does not hold.
func broken(_ promise: String) -> Never { fatalError(promise) }

@main
enum EntryPoint {
  /// The targets by their names on the command line.
  private static let targets: [String: @Sendable (SourceText) -> Void] = [
    "lexer": LexerTarget.check, "parser": ParserTarget.check, "formatter": FormatterTarget.check,
    "machine": MachineTarget.check, "world": WorldTarget.check, "prompt": PromptTarget.check,
  ]

  private static let name = CommandLine.arguments.dropFirst().first ?? ""
  private static let target = targets[name]

  /// The words that are put into inputs of the target.
  static let words = TokenMutation.words(with: name == "prompt" ? PromptTarget.commands : [])

  static func main() {
    guard target != nil, let program = CommandLine.unsafeArgv.pointee else {
      return print("usage: Fuzzing \(targets.keys.sorted().joined(separator: "|")) [options]")
    }
    // libFuzzer gets the arguments without the target.
    var arguments = CommandLine.unsafeArgv + 1
    arguments.pointee = program
    var count = CommandLine.argc - 1
    _ = runDriver(&count, &arguments) { start, count in
      let bytes = Array(UnsafeBufferPointer(start: start, count: count))
      EntryPoint.target?(SourceText(name: "input", bytes: bytes))
      return 0
    }
  }
}

/// Called by libFuzzer to change an input.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  // One mutation in four is libFuzzer's own, which knows nothing of tokens.
  if seed.isMultiple(of: 4) { return mutateBytes(start, count, limit) }
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  var mutation = TokenMutation(seed: UInt64(seed), words: EntryPoint.words)
  let output = mutation.apply(to: input).prefix(limit)
  for (index, byte) in output.enumerated() { start[index] = byte }
  return output.count
}
