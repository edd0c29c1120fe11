// What the compiler says about names, places, members and words on the wrong side.
// The words only; what is wrong is found where names are resolved, and by the `SideChecker`.

import RehearsalSyntax

// MARK: - Names

extension CompilerDiagnostic {
  package static func unknownName(_ name: Name, suggestion: Suggestion?) -> Self {
    Self(.unknownName, name.range, "there is nothing named `\(name.text)` here")
      .suggesting(suggestion, for: name.range)
  }

  /// A word of another tool; `advice` says what to write here.
  package static func foreignName(_ name: Name, _ advice: String) -> Self {
    Self(.unknownName, name.range, "there is nothing named `\(name.text)` here; \(advice)")
  }

  /// What the outside sees after the name of a unit only: a variable in its memory, or a member that
  /// every unit has.
  package static func unitPart(_ name: Name, unit: String, isAlone: Bool, isMemory: Bool) -> Self {
    let what = isMemory ? "it is in the memory of `\(unit)`" : "it is a member of `\(unit)`"
    let written = "\(unit).\(name.text)"
    let diagnostic = Self(
      .unknownName, name.range,
      "there is nothing named `\(name.text)` here; \(what): write `\(written)`")
    return isAlone ? diagnostic.fixing(name.range, by: written) : diagnostic
  }

  /// The label of a control as a name.
  package static func labelWithoutQuotes(_ name: Name) -> Self {
    Self(
      .unknownName, name.range,
      "there is nothing named `\(name.text)` here; the label of a button is a String"
    )
    .fixing(name.range, by: "\"\(name.text)\"")
  }

  package static func duplicateName(_ name: Name, first: SourceRange?) -> Self {
    Self(
      .duplicateName, name.range,
      "`\(name.text)` is declared twice in one scope; give one of them another name"
    )
    .noting("the first declaration", at: first)
  }

  /// A name that hides a word; `owner` is whose it is, where it is not everybody's.
  package static func hiddenWord(_ name: Name, owner: String?) -> Self {
    Self(
      .hiddenWord, name.range,
      "`\(name.text)` hides the word of that name\(owner.map { ", which is \($0)" } ?? ""); give "
        + "this one another name")
  }

  /// A call that reads as one of the word that its name hides.
  package static func hiddenVerb(_ name: Name, owner: String?, declaration: SourceRange?) -> Self {
    let own = declaration == nil ? "declared in another file" : "declared in this script"
    return Self(
      .hiddenVerb, name.range,
      "`\(name.text)` here is the one \(own), which hides the word of that name"
        + "\(owner.map { ", which is \($0)" } ?? ""): give the declaration another name"
    )
    .noting("what hides it", at: declaration)
  }

  package static func nameOfHostUnit(_ name: Name, _ unit: HostNoun) -> Self {
    Self(
      .duplicateName, name.range,
      "the host has \(unit.indefinite) `\(name.text)` on the device; give this one another name"
    )
  }

  package static func extensionOfExtension(_ name: Name, _ unit: HostNoun) -> Self {
    Self(
      .notAllowedHere, name.range,
      "`\(name.text)` is itself an extension; name \(unit.indefinite) that has an icon")
  }

  package static func usedBeforeDeclaration(
    _ text: String, _ range: SourceRange, declaration: SourceRange?
  ) -> Self {
    Self(
      .usedBeforeDeclaration, range,
      "`\(text)` is used before its declaration has run; move the declaration up"
    )
    .noting("declared here", at: declaration)
  }

  package static func shorthandNotAllowed(_ range: SourceRange) -> Self {
    Self(
      .mixedClosureParameters, range,
      "`$0` is the argument of a closure without a parameter list; this code is a function or a "
        + "closure with a parameter list: use its parameters' names")
  }

  package static func reservedMemberName(_ name: Name, of unit: HostNoun) -> Self {
    Self(
      .reservedMemberName, name.range,
      "every \(unit.singular) has a member `\(name.text)` of its own; give the \(unit.singular)'s "
        + "variable or function another name")
  }

  package static func importedStatement(_ range: SourceRange) -> Self {
    Self(
      .importedStatement, range,
      "an imported file contains only declarations; move this statement into a function, or into "
        + "the script that is run")
  }

  /// One declaration too many, of `what` in the plural.
  package static func tooManyDeclarations(
    _ what: String, _ range: SourceRange, limit: Int
  ) -> Self {
    Self(
      .tooComplex, range,
      "a script with its imports can declare \(limit) \(what), and this is one more; split the "
        + "script")
  }

  package static func tooComplex(_ range: SourceRange) -> Self {
    Self(
      .tooComplex, range,
      "this code needs more variables and intermediate values than a function can have; split it "
        + "into several functions")
  }

  package static func unsoundCode(_ range: SourceRange, _ defect: String) -> Self {
    Self(
      .tooComplex, range,
      "this code cannot run, which is a defect of Rehearsal and not of the script; please "
        + "report it with the script (\(defect))")
  }
}

// MARK: - Places

extension CompilerDiagnostic {
  package static func assignedConstant(_ name: Name, start: Int32?) -> Self {
    let diagnostic = Self(
      .immutableAssignment, name.range,
      "`\(name.text)` is a constant and cannot be changed; declare it with `var` to change it")
    guard let start else { return diagnostic }
    let keyword = SourceRange(Int(start), Int(start)).keyword("let")
    return diagnostic.noting("declared here", at: keyword)
      .fixing(keyword, by: "var", "declare it with `var`")
  }

  package static func assignedBoundName(_ name: Name, declaration: SourceRange) -> Self {
    Self(
      .immutableAssignment, name.range,
      "`\(name.text)` is bound by its parameter list, loop or condition and cannot be changed; "
        + "copy it into a `var` first"
    )
    .noting("bound here", at: declaration)
  }

  package static func assignedFunction(_ name: Name) -> Self {
    Self(
      .immutableAssignment, name.range,
      "`\(name.text)` is a function and cannot be changed; expected a variable")
  }

  package static func assignedHandle(_ name: Name) -> Self {
    Self(
      .immutableAssignment, name.range,
      "`\(name.text)` cannot be assigned to; expected a variable or a member that can be set")
  }

  package static func assignedUnitVariable(_ name: Name, unit: String, _ noun: HostNoun) -> Self {
    Self(
      .immutableAssignment, name.range,
      "`\(name.text)` is a variable of `\(unit)`: only the \(noun.singular)'s own code can change "
        + "it; outside it can only be read")
  }

  package static func notSettable(_ name: Name, of handle: String, _ members: [HostMember]) -> Self
  {
    let settable = members.filter(\.isSettable).map { "`\($0.name)`" }.joined(separator: ", ")
    let hint = settable.isEmpty ? "no member can be set" : "members that can be set: \(settable)"
    return Self(
      .immutableAssignment, name.range,
      "`\(name.text)` of `\(handle)` is read-only; \(hint)")
  }

  package static func slicedPlace(_ range: SourceRange) -> Self {
    Self(
      .invalidAssignmentTarget, range,
      "a slice is a copy and cannot be changed in place; expected a path of members and single "
        + "elements from a `var`")
  }

  package static func changedTemporary(_ range: SourceRange, _ member: String) -> Self {
    Self(
      .immutableAssignment, range,
      "`\(member)` changes the value before it, which is temporary here; expected a path of members "
        + "and subscripts from a `var`")
  }
}

// MARK: - Members of handles

extension CompilerDiagnostic {
  /// A member that a value of a known kind lacks; `number` is the number with its unit that was
  /// meant, as `5s` by `5.seconds`, and `unit` the unit that a time was to be given in.
  package static func missingMember(
    _ name: Name, of value: String, _ kind: String, at place: SourceRange, meant: Suggestion?,
    number: String?, unit: String?
  ) -> Self {
    let isShort = value.utf8.count <= 40 && !value.contains(where: \.isNewline)
    var message = "\(isShort ? "`\(value)`" : "this") is \(kind), and has no member `\(name.text)`"
    if let number { message += "; write `\(number)`" }
    if let unit { message += "; divide it by `1\(unit)` to get a number" }
    if number == nil, unit == nil, let meant { message += "; did you mean `\(meant.word)`?" }
    let diagnostic = Self(.unknownMember, name.range, message)
    return number.map { diagnostic.fixing(place, by: $0) } ?? diagnostic
  }

  /// `members` are those that there are, which are listed if some of them can be set, or if they are few and
  /// none is like the word.
  package static func unknownMember(
    _ name: Name, of handle: String, suggestion: Suggestion?, members: [HostMember]
  ) -> Self {
    func list(_ members: [HostMember]) -> String {
      members.map { "`\($0.name)`" }.joined(separator: ", ")
    }
    let (settable, others) = (members.filter(\.isSettable), members.filter { !$0.isSettable })
    var hint = ""
    if !settable.isEmpty {
      hint = "; members that can be set: \(list(settable))"
      if !others.isEmpty { hint += "; other members: \(list(others))" }
    } else if suggestion == nil, (1...12).contains(members.count) {
      hint = "; its members: \(list(members))"
    }
    return Self(.unknownMember, name.range, "`\(handle)` has no member `\(name.text)`\(hint)")
      .suggesting(suggestion, for: name.range)
  }

  /// A member that people look for; `advice` says what there is.
  package static func foreignMember(_ name: Name, of handle: String, _ advice: String) -> Self {
    Self(
      .unknownMember, name.range, "`\(handle)` has no member `\(name.text)`; \(advice)")
  }

  package static func methodWithoutCall(
    _ name: Name, of handle: String, takesNothing: Bool
  ) -> Self {
    Self(
      .wrongArguments, name.range,
      "`\(name.text)` of `\(handle)` is called with parentheses"
    )
    .fixing(name.range.endPoint, by: "()", "write the parentheses", isSafe: takesNothing)
  }

  /// `empty` is the place of parentheses with nothing in them.
  package static func propertyCalled(
    _ name: Name, of handle: String, empty parentheses: SourceRange?
  ) -> Self {
    let diagnostic = Self(
      .wrongArguments, name.range,
      "`\(name.text)` of `\(handle)` is read without parentheses")
    guard let parentheses else { return diagnostic }
    return diagnostic.fixing(parentheses, by: "", "remove the parentheses", isSafe: true)
  }

  package static func unitFunctionFromOutside(_ name: Name, unit: String, _ noun: HostNoun) -> Self
  {
    Self(
      .insideWordOutside, name.range,
      "`\(name.text)` is a function of `\(unit)`, and only the \(noun.singular)'s own code can "
        + "call it; add a handler or a `button` that calls it")
  }

  package static func noSubscript(_ handle: String, _ range: SourceRange) -> Self {
    Self(
      .unknownMember, range, "`\(handle)` has members, not elements; expected `\(handle).name`")
  }
}
