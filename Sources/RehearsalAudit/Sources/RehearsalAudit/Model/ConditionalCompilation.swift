// Which clauses of `#if` an app for iOS is built with. What is certainly left out is blanked before a source is
// parsed, so that places stay and nothing of it is taken for code of the app.

/// The conditions of a source.
enum ConditionalCompilation {
  /// A block that is open while lines are read.
  private struct Block {
    /// Where the lines of its directives are, and what lies in front of the next one.
    var directives: [Range<Int>]
    var clauseStart: Int
    var condition: Bool?
    /// Whether a clause before is certainly built.
    var isTaken: Bool?
    /// The clauses that are certainly left out.
    var dropped: [Range<Int>] = []
    /// Whether each clause is certainly in or out, so that the directives can go, too.
    var isDecided = true
  }

  /// A source without the clauses that are certainly not built for iOS.
  ///
  /// What cannot be decided, such as `DEBUG`, stays as it is, with its directives.
  ///
  /// - Complexity: O(n) in the size of the source
  static func active(_ bytes: [UInt8]) -> [UInt8] {
    var scanner = DirectiveScanner(bytes)
    var blocks: [Block] = []
    var blanked: [Range<Int>] = []
    while let directive = scanner.next() {
      switch directive.word {
      case "if":
        let condition = Condition.value(of: directive.rest)
        blocks.append(
          Block(
            directives: [directive.line], clauseStart: directive.line.upperBound,
            condition: condition, isTaken: condition, isDecided: condition != nil))
      case "elseif", "else":
        guard var block = blocks.popLast() else { return bytes }
        close(&block, at: directive.line.lowerBound)
        let own = directive.word == "else" ? true : Condition.value(of: directive.rest)
        block.condition = Condition.and(block.isTaken.map { !$0 }, own)
        block.isTaken = Condition.or(block.isTaken, own)
        block.isDecided = block.isDecided && block.condition != nil
        block.directives.append(directive.line)
        block.clauseStart = directive.line.upperBound
        blocks.append(block)
      default:
        guard var block = blocks.popLast() else { return bytes }
        close(&block, at: directive.line.lowerBound)
        blanked += block.dropped
        if block.isDecided { blanked += block.directives + [directive.line] }
      }
    }
    // A source that is cut off is read as it is.
    guard blocks.isEmpty, !blanked.isEmpty else { return bytes }
    return bytes.blanked(in: blanked)
  }

  private static func close(_ block: inout Block, at end: Int) {
    if block.condition == false { block.dropped.append(block.clauseStart..<end) }
  }
}

extension [UInt8] {
  /// The text with spaces in ranges, each place once: what is left out may lie in one another.
  fileprivate func blanked(in ranges: [Range<Int>]) -> [UInt8] {
    var result = self
    var done = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      for index in Swift.max(range.lowerBound, done)..<Swift.max(range.upperBound, done)
      where result[index] != UInt8(ascii: "\n") {
        result[index] = UInt8(ascii: " ")
      }
      done = Swift.max(done, range.upperBound)
    }
    return result
  }
}

/// Finds the lines of a source that begin with `#if`, `#elseif`, `#else` or `#endif`, outside of comments and of
/// texts of several lines.
private struct DirectiveScanner {
  struct Directive {
    let word: Substring
    let rest: Substring
    /// The line without its end.
    let line: Range<Int>
  }

  private let bytes: [UInt8]
  private var position = 0
  private var commentDepth = 0
  private var isInText = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Directive? {
    while position < bytes.count {
      let start = position
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      position = end + 1
      let first = bytes[start..<end].firstIndex { $0 != 32 && $0 != 9 } ?? end
      if commentDepth == 0, !isInText, first < end, bytes[first] == UInt8(ascii: "#") {
        let text = Substring(decoding: bytes[first + 1..<end], as: UTF8.self)
        let word = text.prefix { $0.isLetter }
        if ["if", "elseif", "else", "endif"].contains(word) {
          return Directive(word: word, rest: text.dropFirst(word.count), line: start..<end)
        }
      }
      pass(start..<end)
    }
    return nil
  }

  /// Follows comments and texts of several lines over a line.
  private mutating func pass(_ line: Range<Int>) {
    var index = line.lowerBound
    var isInLiteral = false
    func at(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard index + count <= line.upperBound else { return false }
      return text.withUTF8Buffer { bytes[index..<index + count].elementsEqual($0) }
    }
    while index < line.upperBound {
      if commentDepth > 0 {
        if at("*/") {
          commentDepth -= 1
          index += 2
        } else if at("/*") {
          commentDepth += 1
          index += 2
        } else {
          index += 1
        }
      } else if at("\"\"\"") {
        isInText.toggle()
        index += 3
      } else if isInText {
        index += at("\\") ? 2 : 1
      } else if isInLiteral {
        if at("\"") { isInLiteral = false }
        index += at("\\") ? 2 : 1
      } else if at("//") {
        return
      } else if at("/*") {
        commentDepth += 1
        index += 2
      } else {
        if at("\"") { isInLiteral = true }
        index += 1
      }
    }
  }
}

/// A condition of `#if`, by what is true of an app on a device with iOS; nil where it is not known.
private struct Condition {
  private var tokens: [Substring]
  private var position = 0

  static func value(of text: Substring) -> Bool? {
    var condition = Condition(text)
    let value = condition.disjunction(depth: 0)
    return condition.position == condition.tokens.count ? value : nil
  }

  static func and(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == false || right == false { return false }
    return left == nil || right == nil ? nil : true
  }

  static func or(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == true || right == true { return true }
    return left == nil || right == nil ? nil : false
  }

  private init(_ text: Substring) {
    let code = text.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
    tokens = []
    var rest = code
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      let isName = first.isLetter || first.isNumber || first == "_"
      let pair = rest.hasPrefix("&&") || rest.hasPrefix("||")
      let token =
        isName
        ? rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        : rest.prefix(pair ? 2 : 1)
      tokens.append(token)
      rest.removeFirst(token.count)
    }
  }

  private mutating func take(_ token: String) -> Bool {
    guard position < tokens.count, tokens[position] == token else { return false }
    position += 1
    return true
  }

  private mutating func disjunction(depth: Int) -> Bool? {
    var value = conjunction(depth: depth)
    while take("||") { value = Self.or(value, conjunction(depth: depth)) }
    return value
  }

  private mutating func conjunction(depth: Int) -> Bool? {
    var value = operand(depth: depth)
    while take("&&") { value = Self.and(value, operand(depth: depth)) }
    return value
  }

  private mutating func operand(depth: Int) -> Bool? {
    guard depth < 32, position < tokens.count else { return nil }
    if take("!") { return operand(depth: depth + 1).map { !$0 } }
    if take("(") {
      let value = disjunction(depth: depth + 1)
      return take(")") ? value : nil
    }
    let name = tokens[position]
    position += 1
    if name == "true" || name == "false" { return name == "true" }
    guard take("(") else { return nil }
    var arguments: [Substring] = []
    while position < tokens.count, !take(")") {
      arguments.append(tokens[position])
      position += 1
    }
    return arguments.count == 1 ? Self.value(of: name, arguments[0]) : nil
  }

  /// The systems that an app for iOS is not built for.
  private static let otherSystems: Set<Substring> = [
    "macOS", "OSX", "watchOS", "Linux", "Windows", "Android", "FreeBSD", "OpenBSD", "WASI",
  ]

  private static func value(of name: Substring, _ argument: Substring) -> Bool? {
    switch (name, argument) {
    case ("os", "iOS"), ("canImport", "UIKit"): true
    case ("os", let system) where otherSystems.contains(system): false
    case ("canImport", "AppKit"), ("canImport", "Cocoa"): false
    case ("targetEnvironment", "macCatalyst"), ("targetEnvironment", "simulator"): false
    default: nil
    }
  }
}
