// What the compiler says about names, places and members.
// The words only; what is wrong is found where names are resolved.

import RehearsalSyntax

// MARK: - Names

extension Finding {
  static func unknownName(_ name: Name, suggestion: Suggestion?) -> Finding {
    Finding(.unknownName, name.range, "there is nothing named `\(name.text)` here")
      .suggesting(suggestion, for: name.range)
  }

  static func duplicateName(_ name: Name, first: SourceRange?) -> Finding {
    Finding(
      .duplicateName, name.range,
      "`\(name.text)` is declared twice in one scope; give one of them another name"
    )
    .noting("the first declaration", at: first)
  }

  static func nameOfHostApp(_ name: Name) -> Finding {
    Finding(
      .duplicateName, name.range,
      "the host has put an app `\(name.text)` on the device; give this one another name")
  }

  static func usedBeforeDeclaration(
    _ text: String, _ range: SourceRange, declaration: SourceRange?
  ) -> Finding {
    Finding(
      .usedBeforeDeclaration, range,
      "`\(text)` is used before its declaration has run; move the declaration up"
    )
    .noting("declared here", at: declaration)
  }

  static func shorthandNotAllowed(_ range: SourceRange) -> Finding {
    Finding(
      .mixedClosureParameters, range,
      "`$0` stands for what a closure without a parameter list is given; the code here is a "
        + "function or a closure with a list: use its parameters' names")
  }

  static func reservedMemberName(_ name: Name) -> Finding {
    Finding(
      .reservedMemberName, name.range,
      "every app has a member `\(name.text)` of its own; give the app's variable or function "
        + "another name")
  }

  static func importedStatement(_ range: SourceRange) -> Finding {
    Finding(
      .importedStatement, range,
      "an imported file holds declarations only; move this statement into a function, or into "
        + "the script that is run")
  }

  /// One declaration too many, of `what` in the plural.
  static func tooManyDeclarations(
    _ what: String, _ range: SourceRange, limit: Int
  ) -> Finding {
    Finding(
      .tooComplex, range,
      "a script with its imports can declare \(limit) \(what), and this is one more; make several "
        + "scripts of it")
  }

  static func tooComplex(_ range: SourceRange) -> Finding {
    Finding(
      .tooComplex, range,
      "this code needs more variables and intermediate values than a function can have; make "
        + "several functions of it")
  }

  static func unsoundCode(_ range: SourceRange, _ defect: String) -> Finding {
    Finding(
      .tooComplex, range,
      "this code cannot be run, which is a defect of Rehearsal and not of the script; please "
        + "report it with the script (\(defect))")
  }
}

// MARK: - Places

extension Finding {
  static func assignedConstant(_ name: Name, start: Int32?) -> Finding {
    let finding = Finding(
      .immutableAssignment, name.range,
      "`\(name.text)` is a constant and cannot be changed; declare it with `var` to change it")
    guard let start else { return finding }
    let keyword = SourceRange(Int(start), Int(start)).keyword("let")
    return finding.noting("declared here", at: keyword)
      .fixing(keyword, by: "var", "declare it with `var`")
  }

  static func assignedBinding(_ name: Name, declaration: SourceRange) -> Finding {
    Finding(
      .immutableAssignment, name.range,
      "`\(name.text)` is bound by its parameter list, loop or condition and cannot be changed; "
        + "copy it into a `var` first"
    )
    .noting("bound here", at: declaration)
  }

  static func assignedFunction(_ name: Name) -> Finding {
    Finding(
      .immutableAssignment, name.range,
      "`\(name.text)` is a function and cannot be changed; expected a variable")
  }

  static func assignedHandle(_ name: Name) -> Finding {
    Finding(
      .immutableAssignment, name.range,
      "`\(name.text)` always stands for the same thing and cannot be changed; expected a variable "
        + "or a member that can be set")
  }

  static func assignedAppVariable(_ name: Name, app: String) -> Finding {
    Finding(
      .immutableAssignment, name.range,
      "`\(name.text)` is in the memory of `\(app)`: the outside can look at it, and only the "
        + "app's own code can change it")
  }

  static func notSettable(_ name: Name, of thing: String, _ members: [HostMember]) -> Finding {
    let settable = members.filter(\.isSettable).map { "`\($0.name)`" }.joined(separator: ", ")
    let hint = settable.isEmpty ? "it has none that can be set" : "what can be set is \(settable)"
    return Finding(
      .immutableAssignment, name.range,
      "`\(name.text)` of `\(thing)` can be looked at and not set; \(hint)")
  }

  static func slicedPlace(_ range: SourceRange) -> Finding {
    Finding(
      .invalidAssignmentTarget, range,
      "a slice is a copy and cannot be changed in place; expected a path of members and single "
        + "elements from a `var`")
  }

  static func changedTemporary(_ range: SourceRange, _ member: String) -> Finding {
    Finding(
      .immutableAssignment, range,
      "`\(member)` changes the value before it, and this one is lost at once; expected a path of "
        + "members and subscripts from a `var`")
  }

  static func guardFallsThrough(_ range: SourceRange) -> Finding {
    Finding(
      .notAllowedHere, range,
      "the `else` of a `guard` must not reach its end; leave with `return`, `break` or `continue`")
  }
}

// MARK: - Members of things

extension Finding {
  static func unknownMember(_ name: Name, of thing: String, suggestion: Suggestion?) -> Finding {
    Finding(.unknownMember, name.range, "`\(thing)` has no member `\(name.text)`")
      .suggesting(suggestion, for: name.range)
  }

  static func methodWithoutCall(
    _ name: Name, of thing: String, takesNothing: Bool
  ) -> Finding {
    Finding(
      .wrongArguments, name.range,
      "`\(name.text)` of `\(thing)` is called with parentheses"
    )
    .fixing(name.range.endPoint, by: "()", "write the parentheses", isSafe: takesNothing)
  }

  /// `empty` is the place of parentheses with nothing in them.
  static func propertyCalled(
    _ name: Name, of thing: String, empty parentheses: SourceRange?
  ) -> Finding {
    let finding = Finding(
      .wrongArguments, name.range,
      "`\(name.text)` of `\(thing)` is read without parentheses")
    guard let parentheses else { return finding }
    return finding.fixing(parentheses, by: "", "remove the parentheses", isSafe: true)
  }

  static func appFunctionFromOutside(_ name: Name, app: String) -> Finding {
    Finding(
      .insideWordOutside, name.range,
      "`\(name.text)` is a function of `\(app)`, and only the app's own code can call it; a "
        + "handler or a `button` lets the outside cause that")
  }

  static func noSubscript(_ thing: String, _ range: SourceRange) -> Finding {
    Finding(
      .unknownMember, range, "`\(thing)` has members and no elements; expected `\(thing).name`")
  }
}
