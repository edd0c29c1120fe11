// Scripts with something missing, doubled or exchanged: whatever the parser makes of them, the
// compiler comes to an end without a trap and gives either a program or an error.

import RehearsalMachine
import RehearsalSyntax
import Testing

@Suite struct MutatedScripts {
  static let script = """
    device { os: 17; quirks: [.lockFlicker] }
    let limit = 3
    var log = []
    func total(list, start = 0) {
      var sum = start
      for x in list { if x == 2 { continue }; sum += x }
      func add(n) { sum += n; if n > 0 { add(n - 1) } }
      add(2)
      while let y = list.first, y != nil { break }
      guard let z = list?.last else { return nil }
      return sum > limit && z != nil ? ["sum": sum, "z": z] : nil ?? "\\(sum) of \\(list)"
    }
    log.append(total(start: 2, list: [1, 2, 3]))
    log[0]["k"] = { a, b in a + b }
    for (k, v) in [1: 2] { print(k, v, log[0 ..< 1]) }
    app Notes {
      info { backgroundModes: [.fetch] }
      var draft = [:]
      on didFinishLaunching(options) {
        draft.a = disk["a"] ?? []; draft.a.append(1); return true
      }
      on didEnterBackground { perform(2s, cpu: 1) { disk["a"] = draft.a } }
      button "Type" { after(1s) { draft.b = $0 } }
    }
    scenario "one" {
      launch Notes
      expect Notes.state == .active || !(Notes.draft.count > 1), "why"
      expect Notes.state == .active within 5s
      expect crash(Notes) { press .home }
      settings.lowPowerMode = true; Notes.disk["k"]["l"] = log.map { $0.z }
    }
    """

  /// Words, and every other character alone.
  static let pieces: [String] = {
    var pieces: [String] = []
    for character in script {
      if character.isLetter, let last = pieces.last?.last, last.isLetter {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
    }
    return pieces
  }()

  /// Compiles a changed script, which must give a program or say why not.
  private func check(_ pieces: [String]) {
    let compilation = compile(pieces.joined())
    let hasError = compilation.diagnostics.contains { $0.severity == .error }
    #expect(hasError == (compilation.program == nil))
    for diagnostic in compilation.diagnostics {
      #expect(diagnostic.range.start >= 0)
      #expect(Int(diagnostic.range.end) <= diagnostic.source.bytes.count)
    }
  }

  @Test func theScriptItselfCompiles() {
    #expect(compile(Self.script).diagnostics.map(\.message) == [])
  }

  @Test func withoutOnePiece() {
    for index in Self.pieces.indices where Self.pieces[index] != " " {
      var pieces = Self.pieces
      pieces.remove(at: index)
      check(pieces)
    }
  }

  @Test func withAPieceTwice() {
    for index in Self.pieces.indices where Self.pieces[index] != " " {
      var pieces = Self.pieces
      pieces.insert(pieces[index], at: index)
      check(pieces)
    }
  }

  @Test func withTwoPiecesExchanged() {
    for index in Self.pieces.indices where Self.pieces[index] != " " {
      var pieces = Self.pieces
      pieces.swapAt(index, (index * 7 + 3) % pieces.count)
      check(pieces)
    }
  }
}
