// What a name that is written after a value can mean, put together from the rows of `CoreMember`: by
// spelling for the compiler, by number and kind of value for the machine.

import RehearsalSyntax

/// The forms of the members that are spelled alike.
struct CoreMemberForms: Sendable {
  /// How the name is spelled first.
  let spelling: String
  /// The rows, in their order.
  let forms: [CoreMember]

  /// The forms by their numbers, which code knows them by.
  static let all: [CoreMemberForms] = {
    var groups: [CoreMemberForms] = []
    var numbers: [String: Int] = [:]
    for form in CoreMember.all {
      if let number = numbers[form.spellings[0]] {
        let group = groups[number]
        groups[number] = CoreMemberForms(
          spelling: group.spelling, forms: group.forms + [form])
      } else {
        numbers[form.spellings[0]] = groups.count
        groups.append(CoreMemberForms(spelling: form.spellings[0], forms: [form]))
      }
    }
    return groups
  }()

  /// The numbers by spelling.
  static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (number, group) in all.enumerated() {
      for form in group.forms { for spelling in form.spellings { numbers[spelling] = number } }
    }
    return numbers
  }()

  /// By name of a function of the prelude: the words by which code can end up calling it.
  static let wordsOfPrelude: [String: [String]] = {
    var words: [String: [String]] = [:]
    for group in all {
      let functions = group.forms.compactMap(\.callback)
      if functions.isEmpty { continue }
      let names = group.forms.flatMap(\.spellings).map {
        String(Substring($0.utf8.prefix { $0 != UInt8(ascii: "(") }))
      }
      for function in functions { words[function, default: []] += names }
    }
    return words
  }()

  /// Whether it changes its receiver, which then has to be a place.
  var isMutating: Bool {
    forms.contains { if case .mutation = $0.action { true } else { false } }
  }

  /// Whether a call with so many arguments calls one of them, the last, whatever it is.
  func callsBack(_ count: Int) -> Bool {
    forms.contains { $0.callback != nil && !$0.isNative }
      && !forms.contains { $0.isNative && $0.arguments.contains(count) }
  }

  /// Whether a call with so many arguments may call one of them.
  func mayCallBack(_ count: Int) -> Bool {
    callsBack(count) || forms.contains { $0.callback != nil && $0.isNative }
  }

  /// The function of the prelude that it is for values that are iterated over, a map as the list of
  /// its entries; nil if there is none.
  var preludeFunction: String? {
    forms.lazy.filter { $0.isNative || $0.receivers != .map }.compactMap(\.callback).first
  }

  /// The function of the prelude that it is for maps as they are; nil if there is none.
  var preludeFunctionOfMaps: String? {
    forms.lazy.filter { !$0.isNative && $0.receivers == .map }.compactMap(\.callback).first
  }
}

extension CoreMember {
  /// The function of the prelude that calls the last argument; nil where nothing does.
  fileprivate var callback: String? {
    switch action {
    case .calling(let function), .functionOrCalling(_, let function): function
    case .property, .function, .mutation: nil
    }
  }

  /// Whether a call runs in the machine, whatever it is given.
  fileprivate var isNative: Bool {
    switch action {
    case .function, .mutation, .functionOrCalling: true
    case .property, .calling: false
    }
  }
}

// MARK: - What a kind of values has

extension CoreMemberForms {
  /// What a name means after a value of one kind.
  struct Uses: Sendable {
    fileprivate(set) var property: CoreMember.Property?
    fileprivate(set) var function: CoreMember.Function?
    fileprivate(set) var mutation: CoreMember.Mutation?
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
      case .property(let property): uses.property = property
      case .function(let function): uses.function = function
      case .mutation(let mutation): uses.mutation = mutation
      case .calling: uses.callbackCount = form.arguments.upperBound
      case .functionOrCalling(let function, _):
        uses.function = function
        uses.mayCallBack = true
      }
    }
    return uses
  }
}
