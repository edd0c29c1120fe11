// The two sides of the stage. Code generation records here which words each top-level function,
// handler or scenario uses and which functions it calls; once all code is known, this finds the
// side of each and reports code that would need both.

import RehearsalSyntax

/// Which code uses which words, and the sides that follow from it.
struct SideChecker {
  /// What is used of a side.
  enum Word {
    /// A function of the host.
    case function(String)
    /// A constant handle of the host.
    case handle(String)
    /// An app.
    case app(String)
    /// A top-level variable.
    case variable(String)
    case expectation

    /// The word as written.
    var text: String {
      switch self {
      case .function(let name), .handle(let name), .app(let name), .variable(let name): name
      case .expectation: "expect"
      }
    }
  }

  /// Code that is on one side as a whole: a function with all the closures in it.
  struct Unit {
    let name: String
    let script: Int
    let range: SourceRange
    /// The side that is not to be found out; nil for a function.
    let fixed: Side?
    /// Whether it is a word to scripts: a function of the prelude.
    let isPrelude: Bool
    var uses: [Use] = []
    var calls: [(unit: Int, range: SourceRange)] = []
  }

  /// One use of a word.
  struct Use {
    let word: Word
    let side: Side
    let range: SourceRange
    /// The call that it is the callee of, else the word itself.
    let extent: SourceRange
  }

  /// Why a unit needs a side.
  private enum Reason {
    case use(Int)
    case call(Int)
  }

  private(set) var units: [Unit] = []
  private var reasons: [Side: [Reason?]] = [:]

  /// Adds code; `fixed` is its side where that is given by where it stands.
  mutating func addUnit(
    _ name: String, script: Int, range: SourceRange, fixed: Side? = nil, isPrelude: Bool = false
  ) -> Int {
    units.append(
      Unit(name: name, script: script, range: range, fixed: fixed, isPrelude: isPrelude))
    return units.count - 1
  }

  /// Notes that code uses a word; words of neither side leave no trace.
  mutating func recordUse(_ use: Use, in unit: Int) {
    if use.side != .neutral { units[unit].uses.append(use) }
  }

  /// Notes that code calls a function by its name.
  mutating func recordCall(of callee: Int, in unit: Int, at range: SourceRange) {
    units[unit].calls.append((callee, range))
  }

  /// Finds what each unit needs, with a shortest chain of calls to the word that it needs it for.
  mutating func settle() {
    reasons[.outside] = reasons(for: .outside)
    reasons[.inside] = reasons(for: .inside)
  }

  /// The side of a unit after `settle`.
  func side(of unit: Int) -> Side {
    if let fixed = units[unit].fixed { return fixed }
    switch (needs(.outside, unit), needs(.inside, unit)) {
    case (true, false): return .outside
    case (false, true): return .inside
    default: return .neutral
    }
  }

  private func needs(_ side: Side, _ unit: Int) -> Bool { reasons[side]?[unit] != nil }

  private func reasons(for side: Side) -> [Reason?] {
    var found: [Reason?] = Array(repeating: nil, count: units.count)
    var callers: [[(unit: Int, call: Int)]] = Array(repeating: [], count: units.count)
    var queue: [Int] = []
    for (number, unit) in units.enumerated() {
      for (index, call) in unit.calls.enumerated() { callers[call.unit].append((number, index)) }
      if let index = unit.uses.firstIndex(where: { $0.side == side }) {
        found[number] = .use(index)
        queue.append(number)
      }
    }
    var next = 0
    while next < queue.count {
      for caller in callers[queue[next]] where found[caller.unit] == nil {
        found[caller.unit] = .call(caller.call)
        queue.append(caller.unit)
      }
      next += 1
    }
    return found
  }
}

// MARK: - Diagnostics

extension SideChecker {
  /// What is on the wrong side, each with the script that it stands in.
  func diagnostics() -> [(script: Int, diagnostic: CompilerDiagnostic)] {
    var result: [(script: Int, diagnostic: CompilerDiagnostic)] = []
    for (number, unit) in units.enumerated() {
      if let fixed = unit.fixed {
        result += diagnostics(in: unit, on: fixed).map { (unit.script, $0) }
      } else if let diagnostic = conflict(in: number) {
        result.append((unit.script, diagnostic))
      }
    }
    return result
  }

  private func diagnostics(in unit: Unit, on side: Side) -> [CompilerDiagnostic] {
    var result: [CompilerDiagnostic] = []
    var covered = SourceRange(0, 0)
    for use in unit.uses where use.side != side {
      // What stands in a call that is wrong already is part of the same mistake.
      guard use.range.start >= covered.end || use.range.end <= covered.start else { continue }
      covered = use.extent
      result.append(.wrongSide(use.word, needs: use.side, use.range))
    }
    let other: Side = side == .inside ? .outside : .inside
    for call in unit.calls where self.side(of: call.unit) == other {
      let callee = units[call.unit]
      if callee.isPrelude {
        result.append(.wrongSide(.function(callee.name), needs: other, call.range))
      } else {
        let chain = chain(from: call.unit, to: other, in: unit.script)
        result.append(
          .wrongSideOfCall(callee.name, needs: other, call.range, word: chain.word)
            .noting(chain.notes))
      }
    }
    return result
  }

  /// A function that needs both sides, unless that is the fault of one function that it calls.
  private func conflict(in number: Int) -> CompilerDiagnostic? {
    guard let outside = reasons[.outside]?[number], let inside = reasons[.inside]?[number] else {
      return nil
    }
    let unit = units[number]
    if case .call(let first) = outside, case .call(let second) = inside,
      unit.calls[first].unit == unit.calls[second].unit
    {
      return nil
    }
    let toOutside = chain(from: number, to: .outside, in: unit.script)
    let toInside = chain(from: number, to: .inside, in: unit.script)
    return CompilerDiagnostic.bothSides(
      unit.name, unit.range, outside: toOutside.word, inside: toInside.word
    ).noting(toOutside.notes + toInside.notes)
  }

  /// The calls from a unit to the word for which it needs a side, as notes.
  private func chain(
    from start: Int, to side: Side, in script: Int
  ) -> (word: Word, notes: [Diagnostic.Note]) {
    var number = start
    var notes: [Diagnostic.Note] = []
    while true {
      let unit = units[number]
      func note(_ verb: String, _ name: String, at range: SourceRange) {
        let text = "`\(unit.name)` \(verb) `\(name)`"
        notes.append(Diagnostic.Note(text, at: unit.script == script ? range : nil))
      }
      switch reasons[side]?[number] {
      case .use(let index):
        note("uses", unit.uses[index].word.text, at: unit.uses[index].range)
        return (unit.uses[index].word, notes)
      case .call(let index):
        let call = unit.calls[index]
        let callee = units[call.unit]
        note("calls", callee.name, at: call.range)
        if callee.isPrelude { return (.function(callee.name), notes) }
        number = call.unit
      case nil: return (.function(unit.name), notes)
      }
    }
  }
}
