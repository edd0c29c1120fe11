// Members of values: of the language's own values and of maps that the host describes.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// Finds members and keys that no value has which comes there, and members that hide a key.
enum MemberCheck: Check {
  static let finds: [DiagnosticIdentifier] = [.unknownMember, .hiddenKey, .unknownKey]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    switch subject {
    case .member(let name, let base, let owner, let place):
      check(name, of: base, owner, at: place, walk)
    case .ownMember(let name, let base):
      guard !base.isPassed, base.present.kinds == .map, base.contents?[.text(name.text)] != nil
      else { return }
      walk.reportValue(.hiddenKey(name))
    case .key(let key, let map, let place): walk.reportValue(.unknownKey(key, at: place, of: map))
    case .valueCall(let call, let callee, let place):
      guard callee.present.kinds == .symbol, !callee.isPassed else { return }
      walk.reportValue(.symbolCalled(call, at: place))
    default: return
    }
  }

  /// Reports a member that a thing of the host's does not have, such as a task or a session.
  private static func check(_ name: Name, of text: String, _ kind: HostKind, _ walk: CheckWalk) {
    guard !kind.members.contains(where: { $0.name == name.text }) else { return }
    let names = kind.members.map(\.name)
    walk.reportValue(
      .unknownMember(
        name, of: text, suggestion: walk.context.suggestion(for: name.text) { names },
        members: kind.members))
  }

  /// Reports a member that no value has which comes here.
  private static func check(
    _ name: Name, of base: InferredValue, _ owner: Expression, at place: SourceRange,
    _ walk: CheckWalk
  ) {
    let context = walk.context
    let text = context.scripts[context.current].parsed.source.text(in: owner.range)
    if let kind = base.closedKind(in: context.host) {
      return check(name, of: text, kind, walk)
    }
    guard !base.isPassed, !base.mayHave(name.text) else { return }
    let unit = NumericSuffix.meant(by: name.text)
    let isNumber = !base.kinds.isDisjoint(with: .numbers)
    let members = CoreMember.all.filter(base.has).map { String($0.usage.prefix { $0.isLetter }) }
    walk.reportValue(
      .missingMember(
        name, of: text, base.present.summary(in: context.host), at: place,
        meant: Suggestion.closest(to: name.text, among: members),
        number: owner.isNumber && unit != nil ? text + (unit?.rawValue ?? "") : nil,
        unit: isNumber ? nil : unit.flatMap { $0.quantity == .duration ? $0.rawValue : nil }))
  }
}

extension InferredValue {
  /// The one kind of things that it can be, where all their members are known before the run; nil for
  /// anything else, and for what has a name of its own, whose members are checked where it is named.
  fileprivate func closedKind(in host: HostInterface) -> HostKind? {
    guard !isPassed, present.kinds == .handle, handles.nonzeroBitCount == 1 else { return nil }
    let number = handles.trailingZeroBitCount
    guard number < min(63, host.kinds.count) else { return nil }
    let kind = host.kinds[number]
    return kind.isOpen || kind.isSingle || kind.isCallable ? nil : kind
  }

  /// Whether a value that comes here may have a member of a name.
  fileprivate func mayHave(_ name: String) -> Bool {
    if !isKnown || kinds == .nothing || !kinds.isDisjoint(with: [.map, .handle]) { return true }
    return CoreMember.all.contains { form in
      has(form) && form.spellings.contains { $0.prefix { $0 != "(" } == name }
    }
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// A member of maps after one that has a key of that name.
  static func hiddenKey(_ name: Name) -> Self {
    Self(
      .hiddenKey, name.range,
      "`.\(name.text)` is a member of all maps and hides this map's key of that name; "
        + "[\"\(name.text)\"] reads the key")
  }

  /// A symbol that is called, as in `.seconds(5)`.
  static func symbolCalled(_ call: Call, at place: SourceRange) -> Self {
    var message = "a symbol is not a function"
    var meant: String?
    if case .symbol(let name) = call.callee.unparenthesized.kind,
      let unit = NumericSuffix.meant(by: name.text), call.arguments.count == 1,
      case .integer(let number) = call.arguments[0].value.unparenthesized.kind
    {
      meant = "\(number)\(unit.rawValue)"
      message = "a time or a size is a number with its unit: write `\(number)\(unit.rawValue)`"
    }
    let diagnostic = Self(.wrongType, call.callee.range, message)
    return meant.map { diagnostic.fixing(place, by: $0) } ?? diagnostic
  }
}
