// What is owed beyond a body: a completion that a closure or a helper has alone on some path, such as the
// closure of a request, `Task { }`, or a function of the app that gets it handed. Where this code comes to
// an end without it, nobody meets it. Whether that code runs at all is not known, hence what is found is
// a suspicion.

import SwiftSyntax

/// A path beyond the body itself.
struct SuspectedPath {
  let path: MissedPath
  let source: SwiftSource
}

extension [SuspectedPath] {
  /// The first path that returns, and the first one that comes to the end.
  var firstOfEachEnd: [SuspectedPath] {
    [first { $0.path.end != .fallsThrough }, first { $0.path.end == .fallsThrough }]
      .compactMap(\.self)
  }
}

/// Follows what is owed into closures and helpers.
struct OwedElsewhere {
  let program: Program
  private static let depthLimit = 5

  /// Paths of closures and helpers that miss what they alone have.
  ///
  /// - Complexity: O(n · m · log k) in the size of the body, the number of those that have it and of those
  ///   among them that alone have it on some path, and the nesting
  func suspectedPaths(
    of obligation: Obligation, in body: CodeBlockItemListSyntax, of function: Function,
    depth: Int = 0
  ) -> [SuspectedPath] {
    guard depth < Self.depthLimit else { return [] }
    let holders = HolderReader.holders(of: obligation, in: body)
    guard !holders.isEmpty else { return [] }
    let without = PathAnalysis.missedPaths(of: obligation, in: body, canThrow: false).count
    // With another one that has it too, it is not known whose it is.
    let alone = Self.mattering(holders[...]) { ignored in
      PathAnalysis.missedPaths(of: obligation, in: body, canThrow: false, ignoring: ignored).count
        > without
    }
    return alone.flatMap { holder -> [SuspectedPath] in
      if let helper = holder.helper {
        return paths(of: obligation, handed: helper, function, depth)
      }
      return holder.closures.flatMap { paths(of: obligation, in: $0, function, depth) }
    }
  }

  /// Up to how many holders are tried one by one at once.
  private static let groupSize = 8

  /// Those of the holders without which more is missed.
  ///
  /// Where nothing is missed without all of a group, nothing is without one of them, so that thousands beside
  /// each other take a few analyses.
  private static func mattering(
    _ holders: ArraySlice<HolderReader.Holder>, _ isMissed: (Set<SyntaxIdentifier>) -> Bool
  ) -> [HolderReader.Holder] {
    guard holders.count > groupSize else { return holders.filter { isMissed($0.identifiers) } }
    guard isMissed(holders.reduce(into: []) { $0.formUnion($1.identifiers) }) else { return [] }
    let middle = holders.startIndex + holders.count / 2
    return mattering(holders[..<middle], isMissed) + mattering(holders[middle...], isMissed)
  }

  private func paths(
    of obligation: Obligation, in closure: ClosureExprSyntax, _ function: Function, _ depth: Int
  ) -> [SuspectedPath] {
    let inner = Obligation(
      kind: obligation.kind, name: obligation.name, beginning: nil,
      meetingNames: obligation.meetingNames)
    let missed = PathAnalysis.missedPaths(of: inner, in: closure.statements, canThrow: false)
      .filter { !isForDone($0, in: function) }
      .map { path in
        let isWhole = path.end == .fallsThrough
        return SuspectedPath(
          path: isWhole ? MissedPath(end: path.end, node: Syntax(closure)) : path,
          source: function.source)
      }
    return missed
      + suspectedPaths(of: inner, in: closure.statements, of: function, depth: depth + 1)
  }

  /// The paths of the function of the app that gets it handed.
  private func paths(
    of obligation: Obligation, handed helper: HolderReader.Helper, _ function: Function,
    _ depth: Int
  ) -> [SuspectedPath] {
    guard obligation.kind != .callReport,
      let called = program.function(for: helper.call, in: function.owner, from: function),
      let index = called.index(of: helper.index, in: helper.call),
      index < called.parameters.count, called.name != function.name
    else { return [] }
    let kind: Obligation.Kind =
      obligation.kind == .completion || called.parameterTypes[index].contains("->")
      ? .completion : obligation.kind
    let inner = Obligation(kind: kind, name: called.parameters[index], beginning: nil)
    guard inner.isNamed(in: called.body) else { return [] }
    let missed = PathAnalysis.missedPaths(of: inner, in: called.body, canThrow: false)
      .filter { !isForDone($0, in: called) }
      .map { path in
        let isWhole = path.end == .fallsThrough
        return SuspectedPath(
          path: isWhole ? MissedPath(end: path.end, node: Syntax(helper.call.node)) : path,
          source: isWhole ? function.source : called.source)
      }
    return missed + suspectedPaths(of: inner, in: called.body, of: called, depth: depth + 1)
  }

  private static let doneWords = [
    "complet", "called", "finish", "done", "ended", "expired", "answered", "resumed", "handled",
    "fired", "invalid", "responded", "cancel",
  ]

  /// Whether a path leaves because it was done before: a condition about a mark that the code sets, or
  /// that the work was cancelled by who ends it.
  private func isForDone(_ path: MissedPath, in function: Function) -> Bool {
    guard path.end == .returns else { return false }
    var next = path.node.parent
    while let current = next, current.id != Syntax(function.body).id {
      let conditions =
        current.as(GuardStmtSyntax.self)?.conditions ?? current.as(IfExprSyntax.self)?.conditions
      if let text = conditions?.compactText.lowercased(),
        Self.doneWords.contains(where: text.contains)
      {
        return true
      }
      if current.is(ClosureExprSyntax.self) { return false }
      next = current.parent
    }
    return false
  }
}

/// Finds who is handed what is owed: closures of calls, and functions that get it as an argument.
final class HolderReader: SyntaxVisitor {
  /// A call that hands it to a function, with the place of the argument.
  struct Helper {
    let call: Call
    let index: Int
  }

  /// Who holds it.
  struct Holder {
    /// What an analysis passes over, to see what happens without it.
    let identifiers: Set<SyntaxIdentifier>
    let closures: [ClosureExprSyntax]
    let helper: Helper?
  }

  private let obligation: Obligation
  private var holders: [Holder] = []

  private init(_ obligation: Obligation) {
    self.obligation = obligation
    super.init(viewMode: .sourceAccurate)
  }

  static func holders(of obligation: Obligation, in body: CodeBlockItemListSyntax) -> [Holder] {
    let reader = HolderReader(obligation)
    reader.walk(body)
    return reader.holders
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.id == obligation.beginning?.id { return .skipChildren }
    let call = Call(node, isInClosure: false)
    let closures = call.closures.filter { closure in
      obligation.isNamed(in: closure.statements) || obligation.mayBeMet(in: closure.statements)
    }
    if !closures.isEmpty, !Self.runsOften(call) {
      holders.append(
        Holder(identifiers: Set(closures.map(\.id)), closures: closures, helper: nil))
    }
    // What ends a publisher without a value ends here.
    if call.name == "sink", !closures.isEmpty,
      let end = call.argument("receiveCompletion")?.as(ClosureExprSyntax.self),
      !closures.contains(end)
    {
      holders.append(Holder(identifiers: Set(closures.map(\.id)), closures: [end], helper: nil))
    }
    for (index, argument) in node.arguments.enumerated()
    where argument.expression.handedName == obligation.name && !obligation.isMet(by: node)
      && obligation.kind != .helperTask
    {
      guard let use = argument.expression.handedReference else { continue }
      holders.append(
        Holder(
          identifiers: [use.id], closures: [], helper: Helper(call: call, index: index)))
    }
    walk(node.calledExpression)
    for argument in node.arguments where !argument.expression.is(ClosureExprSyntax.self) {
      walk(argument)
    }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  /// Whether the call may run its closure more than once, or at another occasion, as observers do.
  private static func runsOften(_ call: Call) -> Bool {
    let name = call.name.lowercased()
    return [
      "observe", "subscribe", "sink", "receive", "foreach", "progress", "timer", "change", "map",
      "filter", "register", "handler", "onnext", "catch", "recover", "addoperation", "mutate",
      "withlock", "once", "timeout", "notification",
    ]
    .contains { name.contains($0) }
  }
}

extension ExprSyntax {
  /// The name that an argument is and nothing else, perhaps cast to another type.
  var handedReference: DeclReferenceExprSyntax? {
    if let cast = self.as(AsExprSyntax.self) { return cast.expression.handedReference }
    if let sequence = self.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      sequence.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) ?? false
    {
      return sequence.elements.first?.handedReference
    }
    return strippedOfOptionality.as(DeclReferenceExprSyntax.self)
  }

  var handedName: String? { handedReference?.baseName.text }
}

extension ClosureExprSyntax {
  /// Whether it is what runs when the time of a task is over.
  var isExpirationHandler: Bool {
    guard let list = parent?.as(ExprListSyntax.self) else {
      return parent?.as(LabeledExprSyntax.self)?.label?.text == "expirationHandler"
    }
    let elements = Array(list)
    guard let index = elements.firstIndex(where: { $0.id == ExprSyntax(self).id }), index >= 2,
      elements[index - 1].is(AssignmentExprSyntax.self)
    else { return false }
    let name =
      elements[index - 2].as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? elements[index - 2].plainName
    return name == "expirationHandler"
  }
}
