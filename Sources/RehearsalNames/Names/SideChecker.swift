// The two sides of a program. Code generation records here which words each top-level function,
// handler or scenario uses and which functions it calls; once all code is known, this finds the
// side of each and reports code that would need both.

import RehearsalInterface
import RehearsalSyntax

/// Which code uses which words, and the sides that follow from it.
package struct SideChecker {
  /// What is used of a side.
  package enum Word {
    /// A function of the host.
    case function(String)
    /// A constant handle of the host.
    case handle(String)
    /// A unit.
    case unit(String)
    /// A top-level variable.
    case variable(String)
    case expectation

    /// The word as written.
    package var text: String {
      switch self {
      case .function(let name), .handle(let name), .unit(let name), .variable(let name): name
      case .expectation: "expect"
      }
    }
  }

  /// Code that is on one side as a whole: a function with all the closures in it.
  package struct Scope {
    package let name: String
    package let script: Int
    package let range: SourceRange
    /// The side that is not to be found out; nil for a function.
    package let fixed: Side?
    /// Whether it is a word to scripts: a function of the prelude.
    package let isPrelude: Bool
    var uses: [Use] = []
    var calls: [(scope: Int, range: SourceRange)] = []
  }

  /// One use of a word.
  package struct Use {
    package let word: Word
    package let side: Side
    package let range: SourceRange
    /// The call that it is the callee of, else the word itself.
    package let extent: SourceRange

    /// Makes a use.
    package init(word: Word, side: Side, range: SourceRange, extent: SourceRange) {
      self.word = word
      self.side = side
      self.range = range
      self.extent = extent
    }
  }

  /// Why a scope needs a side.
  private enum Reason {
    case use(Int)
    case call(Int)
  }

  package private(set) var scopes: PersistentArray<Scope> = []
  /// By scope; those of earlier inputs are resolved, and nothing that comes later changes them.
  private var outsideReasons: PersistentArray<Reason?> = []
  private var insideReasons: PersistentArray<Reason?> = []
  /// The first scope that was not resolved before the last call of `resolve`.
  private var firstNew = 0

  /// Adds code; `fixed` is its side where its place determines that.
  mutating func addScope(
    _ name: String, script: Int, range: SourceRange, fixed: Side? = nil, isPrelude: Bool = false
  ) -> Int {
    scopes.append(
      Scope(name: name, script: script, range: range, fixed: fixed, isPrelude: isPrelude))
    return scopes.count - 1
  }

  /// Notes that code uses a word; words of neither side leave no trace.
  mutating func recordUse(_ use: Use, in scope: Int) {
    if use.side != .neutral { scopes[scope].uses.append(use) }
  }

  /// Notes that code calls a function by its name.
  mutating func recordCall(of callee: Int, in scope: Int, at range: SourceRange) {
    scopes[scope].calls.append((callee, range))
  }

  /// Finds what each scope needs that is not resolved yet, with a shortest chain of calls to the word
  /// that it needs it for.
  ///
  /// - Complexity: O(*n*) in the number of scopes that were added since the last time.
  package mutating func resolve() {
    firstNew = outsideReasons.count
    let (outside, inside) = (newReasons(for: .outside), newReasons(for: .inside))
    outsideReasons += outside
    insideReasons += inside
  }

  /// The side of a scope after `resolve`.
  package func side(of scope: Int) -> Side {
    if let fixed = scopes[scope].fixed { return fixed }
    switch (needs(.outside, scope), needs(.inside, scope)) {
    case (true, false): return .outside
    case (false, true): return .inside
    default: return .neutral
    }
  }

  private func needs(_ side: Side, _ scope: Int) -> Bool { reason(for: side, in: scope) != nil }

  /// Why a scope that was resolved needs a side; nil if it does not.
  private func reason(for side: Side, in scope: Int) -> Reason? {
    let reasons = side == .outside ? outsideReasons : insideReasons
    return reasons.indices.contains(scope) ? reasons[scope] : nil
  }

  private func newReasons(for side: Side) -> [Reason?] {
    let count = scopes.count - firstNew
    var found: [Reason?] = Array(repeating: nil, count: count)
    var callers: [[(scope: Int, call: Int)]] = Array(repeating: [], count: count)
    var queue: [Int] = []
    for (number, scope) in scopes[firstNew...].enumerated() {
      for (index, call) in scope.calls.enumerated() where call.scope >= firstNew {
        callers[call.scope - firstNew].append((number, index))
      }
      let isSettledReason = { (call: (scope: Int, range: SourceRange)) in
        call.scope < firstNew && needs(side, call.scope)
      }
      if let index = scope.uses.firstIndex(where: { $0.side == side }) {
        found[number] = .use(index)
      } else if let index = scope.calls.firstIndex(where: isSettledReason) {
        found[number] = .call(index)
      } else {
        continue
      }
      queue.append(number)
    }
    var next = 0
    while next < queue.count {
      for caller in callers[queue[next]] where found[caller.scope] == nil {
        found[caller.scope] = .call(caller.call)
        queue.append(caller.scope)
      }
      next += 1
    }
    return found
  }
}

// MARK: - Diagnostics

extension SideChecker {
  /// What of the scopes resolved last is on the wrong side, each with the script that it is in.
  package func diagnostics(_ groups: HostGroups) -> [(script: Int, diagnostic: CompilerDiagnostic)]
  {
    var result: [(script: Int, diagnostic: CompilerDiagnostic)] = []
    for number in scopes.indices[firstNew...] {
      let scope = scopes[number]
      if let fixed = scope.fixed {
        result += diagnostics(in: scope, on: fixed, groups).map { (scope.script, $0) }
      } else if let diagnostic = conflict(in: number, groups) {
        result.append((scope.script, diagnostic))
      }
    }
    return result
  }

  private func diagnostics(
    in scope: Scope, on side: Side, _ groups: HostGroups
  ) -> [CompilerDiagnostic] {
    var result: [CompilerDiagnostic] = []
    var covered = SourceRange(0, 0)
    for use in scope.uses where use.side != side {
      // What is in a call that is already wrong is part of the same mistake.
      guard use.range.start >= covered.end || use.range.end <= covered.start else { continue }
      covered = use.extent
      result.append(.wrongSide(use.word, needs: use.side, use.range, groups))
    }
    let other: Side = side == .inside ? .outside : .inside
    for call in scope.calls where self.side(of: call.scope) == other {
      let callee = scopes[call.scope]
      if callee.isPrelude {
        result.append(.wrongSide(.function(callee.name), needs: other, call.range, groups))
      } else {
        let chain = chain(from: call.scope, to: other, in: scope.script)
        result.append(
          .wrongSideOfCall(callee.name, needs: other, call.range, word: chain.word, groups)
            .noting(chain.notes))
      }
    }
    return result
  }

  /// A function that needs both sides, unless that is the fault of one function that it calls.
  private func conflict(in number: Int, _ groups: HostGroups) -> CompilerDiagnostic? {
    guard let outside = reason(for: .outside, in: number),
      let inside = reason(for: .inside, in: number)
    else { return nil }
    let scope = scopes[number]
    if case .call(let first) = outside, case .call(let second) = inside,
      scope.calls[first].scope == scope.calls[second].scope
    {
      return nil
    }
    let toOutside = chain(from: number, to: .outside, in: scope.script)
    let toInside = chain(from: number, to: .inside, in: scope.script)
    return CompilerDiagnostic.bothSides(
      scope.name, scope.range, outside: toOutside.word, inside: toInside.word, groups
    ).noting(toOutside.notes + toInside.notes)
  }

  /// The calls from a scope to the word for which it needs a side, as notes.
  private func chain(
    from start: Int, to side: Side, in script: Int
  ) -> (word: Word, notes: [Diagnostic.Note]) {
    var number = start
    var notes: [Diagnostic.Note] = []
    while true {
      let scope = scopes[number]
      func note(_ verb: String, _ name: String, at range: SourceRange) {
        let text = "`\(scope.name)` \(verb) `\(name)`"
        notes.append(Diagnostic.Note(text, at: scope.script == script ? range : nil))
      }
      switch reason(for: side, in: number) {
      case .use(let index):
        note("uses", scope.uses[index].word.text, at: scope.uses[index].range)
        return (scope.uses[index].word, notes)
      case .call(let index):
        let call = scope.calls[index]
        let callee = scopes[call.scope]
        note("calls", callee.name, at: call.range)
        if callee.isPrelude { return (.function(callee.name), notes) }
        number = call.scope
      case nil: return (.function(scope.name), notes)
      }
    }
  }
}
