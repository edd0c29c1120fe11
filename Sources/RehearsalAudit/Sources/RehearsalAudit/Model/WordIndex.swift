// Where words stand in the sources of a project, and which of them a source declares, by one scan of its
// bytes. What is looked for by a name is parsed only where the name stands: most sources of an app have
// nothing that an audit asks about.
//
// The scan knows comments, and takes what stands in strings for words, too: it may show a source in vain,
// and hides none.

/// The words of a project's sources.
struct WordIndex {
  /// A type, or an extension of one, as the head of its declaration has it.
  struct TypeHead {
    let name: String
    let isClass: Bool
    let inherited: [String]
    /// The index of its source.
    let source: Int
  }

  /// How a source declares a name.
  private enum Declaration { case member, type }

  private var identifiers: [UInt64: Int] = [:]
  /// The words, by their numbers, in the order in which they were met.
  private(set) var words: [String] = []
  /// The sources in which a word stands, in order, by its number.
  private var mentions: [[Int32]] = []
  /// The sources that declare a function, a property or a case of this name.
  private var members: [Int: [Int32]] = [:]
  /// The sources that declare a type of this name, or extend it.
  private var types: [Int: [Int32]] = [:]
  /// The heads of all types, in the order of the sources.
  private(set) var typeHeads: [TypeHead] = []

  /// Adds the words of the next source.
  ///
  /// - Parameters:
  ///   - bytes: The source, in UTF-8.
  ///   - source: Its index, which is greater than those before.
  /// - Returns: How deep its brackets are nested.
  /// - Complexity: O(n) in the number of bytes
  mutating func add(_ bytes: [UInt8], of source: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var scan = WordScan(bytes)
      var last: UInt64 = 0
      while let word = scan.next() {
        let identifier = number(of: word, scan.hash, in: bytes)
        note(identifier, source)
        if bytes[word].first == UInt8(ascii: "1"), last == Self.system {
          if bytes[word].starts(with: "13".utf8) { noteText("iOS 13", source) }
        }
        last = scan.hash
        if word.lowerBound > 0, bytes[word.lowerBound - 1] == UInt8(ascii: "@") {
          noteText("@" + words[identifier], source)
        }
        guard scan.isInCode, let keyword = Keyword(rawValue: scan.hash) else { continue }
        switch keyword.kind {
        case .member: addMember(after: word.upperBound, in: bytes, source)
        case .type: addType(after: word.upperBound, keyword == .class, in: bytes, source)
        }
      }
      return scan.deepest
    }
  }

  private static let system = WordScan.hash(of: "iOS")

  /// Words after which a declaration gives its name, by their hashes.
  private struct Keyword: Equatable {
    let hash: UInt64
    let kind: Declaration

    static let `class` = Keyword("class", .type)
    private static let all: [UInt64: Keyword] = {
      let members = ["func", "var", "let", "case"].map { Keyword($0, .member) }
      let types = ["struct", "enum", "actor", "extension", "protocol"].map { Keyword($0, .type) }
      return Dictionary(uniqueKeysWithValues: (members + types + [.class]).map { ($0.hash, $0) })
    }()

    private init(_ text: String, _ kind: Declaration) {
      hash = WordScan.hash(of: text)
      self.kind = kind
    }

    init?(rawValue hash: UInt64) {
      guard let known = Self.all[hash] else { return nil }
      self = known
    }
  }

  // MARK: Adding

  private mutating func note(_ word: Int, _ source: Int) {
    if mentions[word].last != Int32(source) { mentions[word].append(Int32(source)) }
  }

  private mutating func number(of range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    number(of: range, WordScan.hash(of: bytes[range]), in: bytes)
  }

  private mutating func number(
    of range: Range<Int>, _ hash: UInt64, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    if let known = identifiers[hash] { return known }
    return addWord(String(decoding: bytes[range], as: UTF8.self), hash)
  }

  private mutating func addWord(_ text: String, _ hash: UInt64) -> Int {
    identifiers[hash] = words.count
    words.append(text)
    mentions.append([])
    return words.count - 1
  }

  private mutating func noteText(_ text: String, _ source: Int) {
    let hash = WordScan.hash(of: text)
    note(identifiers[hash] ?? addWord(text, hash), source)
  }

  /// The names after `func`, `var`, `let` and `case`; those of a case are parted by commas.
  private mutating func addMember(
    after position: Int, in bytes: UnsafeBufferPointer<UInt8>, _ source: Int
  ) {
    var head = HeadScan(bytes, from: position)
    repeat {
      guard let name = head.word() else { return }
      let identifier = number(of: name, in: bytes)
      if members[identifier]?.last != Int32(source) {
        members[identifier, default: []].append(Int32(source))
      }
      head.skipArgument()
    } while head.take(UInt8(ascii: ","))
  }

  private static let modifiers: Set = [
    "func", "var", "let", "subscript", "override", "final", "private", "public", "internal", "open",
    "fileprivate", "static",
  ]

  private mutating func addType(
    after position: Int, _ isClass: Bool, in bytes: UnsafeBufferPointer<UInt8>, _ source: Int
  ) {
    var head = HeadScan(bytes, from: position)
    guard var name = head.word() else { return }
    while head.take(UInt8(ascii: ".")), let next = head.word() { name = next }
    let identifier = number(of: name, in: bytes)
    guard !Self.modifiers.contains(words[identifier]) else { return }
    if types[identifier]?.last != Int32(source) {
      types[identifier, default: []].append(Int32(source))
    }
    let inherited = head.inherited().map { words[number(of: $0, in: bytes)] }
    typeHeads.append(
      TypeHead(
        name: words[identifier], isClass: isClass, inherited: inherited, source: source))
  }

  // MARK: Asking

  private func number(of word: String) -> Int? { identifiers[WordScan.hash(of: word)] }

  /// The sources in which a word stands, in order.
  func sources(mentioning word: String) -> [Int32] { number(of: word).map { mentions[$0] } ?? [] }

  /// The sources that declare a function, a property or a case of a name, in order.
  func sources(declaring name: String) -> [Int32] { number(of: name).flatMap { members[$0] } ?? [] }

  /// The sources that declare a type of a name or extend it, in order.
  func sources(declaringType name: String) -> [Int32] {
    number(of: name).flatMap { types[$0] } ?? []
  }

  /// Whether a word stands in a source.
  func source(_ source: Int, mentions word: String) -> Bool {
    guard let number = number(of: word) else { return false }
    return mentions[number].contains(Int32(source), in: 0)
  }
}

extension [Int32] {
  /// Whether a sorted list has a value.
  fileprivate func contains(_ value: Int32, in start: Int) -> Bool {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == value
  }
}

/// Goes through the words of a source, comments left out.
private struct WordScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var depth = 0
  /// How deep brackets were nested so far.
  private(set) var deepest = 0
  /// How many quotes close the string in which the next word stands; 0 in code.
  private var quotes = 0
  /// Whether the last word stood outside of strings.
  private(set) var isInCode = true
  /// The hash of the last word.
  private(set) var hash: UInt64 = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  static func hash(of text: String) -> UInt64 { hash(of: text.utf8) }

  static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The next word; nil at the end.
  mutating func next() -> Range<Int>? {
    while index < bytes.count {
      let byte = bytes[index]
      if Self.isWord(byte) {
        let start = index
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        while index < bytes.count, Self.isWord(bytes[index]) {
          hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
          index += 1
        }
        self.hash = hash
        isInCode = quotes == 0
        return start..<index
      }
      step(byte)
    }
    return nil
  }

  private mutating func step(_ byte: UInt8) {
    index += 1
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      depth += 1
      deepest = max(deepest, depth)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
    case UInt8(ascii: "\""): quote()
    case UInt8(ascii: "\\") where quotes > 0:
      // What is escaped is skipped, but for an interpolation's bracket and the letters of names.
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == byte {
        index += 1
      }
    case UInt8(ascii: "\n") where quotes == 1: quotes = 0
    case UInt8(ascii: "/") where quotes == 0 && index < bytes.count: comment(bytes[index])
    default: break
    }
  }

  private mutating func quote() {
    let isTriple =
      index + 1 < bytes.count && bytes[index] == UInt8(ascii: "\"")
      && bytes[index + 1] == UInt8(ascii: "\"")
    if quotes == 0 {
      quotes = isTriple ? 3 : 1
      if isTriple { index += 2 }
    } else if quotes == 1 {
      quotes = 0
    } else if isTriple {
      quotes = 0
      index += 2
    }
  }

  private mutating func comment(_ second: UInt8) {
    if second == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    } else if second == UInt8(ascii: "*") {
      var level = 1
      index += 1
      while index < bytes.count, level > 0 {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if bytes[index] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          level -= 1
          index += 2
        } else if bytes[index] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
          level += 1
          index += 2
        } else {
          index += 1
        }
      }
    }
  }
}

/// Reads the head of a declaration.
private struct HeadScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index: Int
  private let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) {
    self.bytes = bytes
    self.index = index
    end = min(bytes.count, index + 4000)
  }

  private var byte: UInt8? { index < end ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte, byte <= 0x20 || byte == UInt8(ascii: "`") { index += 1 }
  }

  /// Takes a byte, if it is the next one after blanks.
  mutating func take(_ wanted: UInt8) -> Bool {
    skipBlanks()
    guard byte == wanted else { return false }
    index += 1
    return true
  }

  /// The word that is next after blanks; nil if something else is.
  mutating func word() -> Range<Int>? {
    skipBlanks()
    let start = index
    while let byte, WordScan.isWord(byte) { index += 1 }
    return start < index ? start..<index : nil
  }

  /// Passes over what a name of a case is followed by, up to the comma before the next one.
  mutating func skipArgument() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\n") where depth <= 0, UInt8(ascii: "{") where depth <= 0: return
      case UInt8(ascii: ",") where depth <= 0: return
      default: break
      }
      index += 1
    }
  }

  /// The names after the colon of a type's head, up to its body, each without its parameters.
  mutating func inherited() -> [Range<Int>] {
    skipAngles()
    guard take(UInt8(ascii: ":")) else { return [] }
    var names: [Range<Int>] = []
    var last: Range<Int>?
    while let byte {
      if WordScan.isWord(byte) {
        guard let name = word() else { break }
        if bytes[name].elementsEqual("where".utf8) { break }
        last = name
      } else if byte == UInt8(ascii: "<") {
        skipAngles()
      } else if byte == UInt8(ascii: "{") {
        break
      } else {
        if byte == UInt8(ascii: ","), let name = last {
          names.append(name)
          last = nil
        }
        index += 1
      }
    }
    return names + [last].compactMap(\.self)
  }

  private mutating func skipAngles() {
    skipBlanks()
    guard byte == UInt8(ascii: "<") else { return }
    var depth = 0
    while let byte {
      if byte == UInt8(ascii: "<") { depth += 1 }
      if byte == UInt8(ascii: ">") { depth -= 1 }
      index += 1
      if depth == 0 { return }
    }
  }
}
