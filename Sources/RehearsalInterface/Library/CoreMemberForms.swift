// What a name that is written after a value can mean, put together from the rows of `CoreMember`, by its
// spelling.

/// The forms of the members that are spelled alike.
package struct CoreMemberForms: Sendable {
  /// How the name is spelled first.
  package let spelling: String
  /// The rows, in their order.
  package let forms: [CoreMember]

  /// The forms by their numbers, which code knows them by.
  package static let all: [CoreMemberForms] = {
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
  package static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (number, group) in all.enumerated() {
      for form in group.forms { for spelling in form.spellings { numbers[spelling] = number } }
    }
    return numbers
  }()

  /// By name of a function of the prelude: the words by which code can end up calling it.
  package static let wordsOfPrelude: [String: [String]] = {
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
  package var isMutating: Bool {
    forms.contains { if case .mutation = $0.action { true } else { false } }
  }

  /// Whether a call with so many arguments calls one of them, the last, whatever it is.
  package func callsBack(_ count: Int) -> Bool {
    forms.contains { $0.callback != nil && !$0.isNative }
      && !forms.contains { $0.isNative && $0.arguments.contains(count) }
  }

  /// Whether a call with so many arguments may call one of them.
  package func mayCallBack(_ count: Int) -> Bool {
    callsBack(count) || forms.contains { $0.callback != nil && $0.isNative }
  }

  /// The function of the prelude that it is for values that are iterated over, a map as the list of
  /// its entries; nil if there is none.
  package var preludeFunction: String? {
    forms.lazy.filter { $0.isNative || $0.receivers != .map }.compactMap(\.callback).first
  }

  /// The function of the prelude that it is for maps as they are; nil if there is none.
  package var preludeFunctionOfMaps: String? {
    forms.lazy.filter { !$0.isNative && $0.receivers == .map }.compactMap(\.callback).first
  }
}

extension CoreMember {
  /// The function of the prelude that calls the last argument; nil where nothing does.
  package var callback: String? {
    switch action {
    case .calling(let function), .functionOrCalling(_, let function): function
    case .property, .function, .mutation: nil
    }
  }

  /// Whether a call runs in the machine, whatever it is given.
  package var isNative: Bool {
    switch action {
    case .function, .mutation, .functionOrCalling: true
    case .property, .calling: false
    }
  }
}
