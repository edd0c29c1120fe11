// What members do: a body for each name that the rows of `CoreMember` use, and by number and kind of
// value what a member name means to the machine.

import RehearsalInterface

// Closures without captures: calling them counts no references.

extension CoreMember.Property {
  /// What reading a property gives, R[0] being the receiver; nil where it has none, and where reading
  /// it failed.
  typealias Body = @Sendable (inout MachineState, Register) -> Value?

  var body: Body {
    switch self {
    case .count: { CoreMember.count(&$0, $1) }
    case .isEmpty: { CoreMember.isEmpty(&$0, $1) }
    case .first: { CoreMember.end(&$0, $1, isFirst: true) }
    case .last: { CoreMember.end(&$0, $1, isFirst: false) }
    case .keys: { CoreMember.parts(&$0, $1, valuesNotKeys: false) }
    case .values: { CoreMember.parts(&$0, $1, valuesNotKeys: true) }
    case .lowerBound: { $0.heap.values($1.pointee.offset, at: Layout.rangeLower)[0] }
    case .upperBound: { $0.heap.values($1.pointee.offset, at: Layout.rangeLower)[1] }
    }
  }
}

extension CoreMember.Mutation {
  /// What a call does that changes its receiver, which nobody else holds: it gives the result; nil where
  /// it failed.
  typealias Body = @Sendable (inout MachineState, Register) -> Value?

  var body: Body {
    switch self {
    case .append: { $0.appendToList($1, $1 + 1) ? Value.none : nil }
    case .insert: { CoreMember.insert(&$0, $1) }
    case .remove: { CoreMember.remove(&$0, $1) }
    case .removeFirst: { CoreMember.removeEnd(&$0, $1, isFirst: true) }
    case .removeLast: { CoreMember.removeEnd(&$0, $1, isFirst: false) }
    case .removeAll: { CoreMember.removeAll(&$0, $1) }
    case .removeKey: { CoreMember.removeKey(&$0, $1) }
    }
  }
}

extension CoreMember.Function {
  /// What a call does with so many arguments: R[0] is the receiver and gets the result, the arguments
  /// follow it.
  typealias Body = @Sendable (inout MachineState, Register, Int) -> Bool

  var body: Body {
    switch self {
    case .containsText:
      { CoreMember.takesTexts(&$0, $1, $2, "contains") && CoreMember.containsText(&$0, $1) }
    case .containsElement: { CoreMember.containsElement(&$0, $1, $2) }
    case .containsKey: { CoreMember.containsKey(&$0, $1, $2) }
    case .containsNumber: { CoreMember.rangeContains(&$0, $1, $2) }
    case .indexOfElement: { CoreMember.indexOfElement(&$0, $1, $2) }
    case .sorted: { state, r, _ in CoreMember.sort(&state, r) }
    case .enumerated: { state, r, _ in CoreMember.enumerate(&state, r) }
    case .min: { state, r, _ in CoreMember.extreme(&state, r) { $0.isLess($1, $2) } }
    case .max: { state, r, _ in CoreMember.extreme(&state, r) { $0.isLess($2, $1) } }
    case .sum: { state, r, _ in CoreMember.add(&state, r) }
    case .prefix, .suffix, .dropFirst, .dropLast: sliceBody
    case .reversed: { state, r, _ in CoreMember.reverse(&state, r) }
    case .joined: { CoreMember.join(&$0, $1, $2) }
    case .hasPrefix:
      { CoreMember.takesTexts(&$0, $1, $2, "hasPrefix") && CoreMember.hasPrefix(&$0, $1) }
    case .hasSuffix:
      { CoreMember.takesTexts(&$0, $1, $2, "hasSuffix") && CoreMember.hasSuffix(&$0, $1) }
    case .split: { CoreMember.takesTexts(&$0, $1, $2, "split") && CoreMember.split(&$0, $1) }
    case .uppercased: { state, r, _ in CoreMember.changeCase(&state, r, toUpper: true) }
    case .lowercased: { state, r, _ in CoreMember.changeCase(&state, r, toUpper: false) }
    case .trimmed: { state, r, _ in CoreMember.trim(&state, r) }
    case .replacing:
      { CoreMember.takesTexts(&$0, $1, $2, "replacing") && CoreMember.replace(&$0, $1) }
    }
  }

  /// What a call does that gives a part of a list, a range or a text.
  private var sliceBody: Body {
    switch self {
    case .prefix: { CoreMember.slice(&$0, $1, $2, "prefix") { count, _ in 0..<count } }
    case .suffix:
      { CoreMember.slice(&$0, $1, $2, "suffix") { count, total in total - count..<total } }
    case .dropFirst:
      { CoreMember.slice(&$0, $1, $2, "dropFirst") { count, total in count..<total } }
    default: { CoreMember.slice(&$0, $1, $2, "dropLast") { count, total in 0..<total - count } }
    }
  }
}

// MARK: - What a kind of values has

extension CoreMemberForms {
  /// What a name means after a value of one kind.
  struct Uses: Sendable {
    fileprivate(set) var property: CoreMember.Property.Body?
    fileprivate(set) var function: CoreMember.Function.Body?
    fileprivate(set) var mutation: CoreMember.Mutation.Body?
    /// How many arguments a call has that calls the last of them; nil where none does.
    fileprivate(set) var callbackCount: Int?
    /// Whether the function calls the last argument where that is a function.
    fileprivate(set) var mayCallBack = false
    /// Whether it concerns the elements, which a range of Ints alone has.
    fileprivate(set) var concernsElements = false
    /// How many arguments calls of the name take, in whichever form.
    fileprivate(set) var arguments = 1...1

    /// Whether the value has it as a function.
    var isCallable: Bool { function != nil || mutation != nil || callbackCount != nil }
    /// Whether the machine itself reads or calls it.
    var isNative: Bool { property != nil || function != nil || mutation != nil }
  }

  /// By number and kind of value: what a name means.
  ///
  /// It is made once and never changed; behind a pointer, so that of a row only what is called is
  /// read, and no reference is counted.
  nonisolated(unsafe) static let uses: UnsafePointer<Uses> = {
    let rows = all.flatMap { group in
      CoreMember.Receivers.named.map { group.uses(of: $0.receiver) }
    }
    let table = UnsafeMutablePointer<Uses>.allocate(capacity: rows.count)
    table.initialize(from: rows, count: rows.count)
    return UnsafePointer(table)
  }()

  /// Where in the table the meaning of a name after a value is; nil where values of the kind have
  /// no members.
  @inline(__always) static func position(of number: Int, after tag: Tag) -> Int? {
    switch tag {
    case .string: number * 4
    case .list: number * 4 + 1
    case .map: number * 4 + 2
    case .range: number * 4 + 3
    default: nil
    }
  }

  private func uses(of receiver: CoreMember.Receivers) -> Uses {
    var uses = Uses()
    let counts = forms.filter { $0.isNative || $0.callback != nil }.map(\.arguments)
    if let least = counts.map(\.lowerBound).min(), let most = counts.map(\.upperBound).max() {
      uses.arguments = least...most
    }
    for form in forms where form.receivers.isSuperset(of: receiver) {
      uses.concernsElements = receiver == .range && form.receivers.contains(.list)
      switch form.action {
      case .property(let property): uses.property = property.body
      case .function(let function): uses.function = function.body
      case .mutation(let mutation): uses.mutation = mutation.body
      case .calling: uses.callbackCount = form.arguments.upperBound
      case .functionOrCalling(let function, _):
        uses.function = function.body
        uses.mayCallBack = true
      }
    }
    return uses
  }
}
