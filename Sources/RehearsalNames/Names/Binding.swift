// What names stand for, and the outermost scopes that define it: one for the built-in words, for the file's
// top level and for each unit. Scopes know names by numbers, so that finding one costs one dictionary
// access, whatever the number of names in scope.

import RehearsalInterface
import RehearsalSyntax

/// What a name stands for.
package enum Binding {
  /// A global variable, by its index in the compilation.
  case global(Int)
  /// A declared function, by its index in the compilation.
  case function(Int)
  /// A unit, by its number.
  case unit(Int)
  /// A constant handle of the host, by its index in the host interface.
  case object(Int)
  /// A function of the host, by its number.
  case hostFunction(Int)
  /// A function of the core library, by its number.
  case library(Int)
}

/// The bindings of one scope by the numbers of names.
package struct NameScope {
  /// A name with what it stands for and where that was declared.
  package struct Entry {
    package let name: Int
    package let binding: Binding
    /// The script and place of the declaration; nil for what the host or the library declares.
    package let declaration: (script: Int, range: SourceRange)?
  }

  package private(set) var entries: PersistentArray<Entry> = []
  private var positions = PersistentDictionary<Int, Int>()

  /// Makes a scope without names.
  package init() {}

  /// Makes a scope of names of the host or the library; of two that are equal the later counts.
  package init(_ words: [(name: Int, binding: Binding)]) {
    entries = PersistentArray(words.lazy.map { Entry(name: $0, binding: $1, declaration: nil) })
    positions = PersistentDictionary(
      Dictionary(words.enumerated().lazy.map { ($1.name, $0) }) { $1 })
  }

  /// Declares a name; a name that exists already means the new one from here on.
  package mutating func declare(
    _ name: Int, _ binding: Binding, at declaration: (script: Int, range: SourceRange)? = nil
  ) {
    positions.set(name, to: entries.count)
    entries.append(Entry(name: name, binding: binding, declaration: declaration))
  }

  /// What a name stands for here.
  package func lookUp(_ name: Int) -> Entry? { positions[name].map { entries[$0] } }
}

/// The names of all scripts of a compilation, each with a number.
package struct NameTable {
  private var numbers = PersistentDictionary<String, Int>()
  package private(set) var texts: PersistentArray<String> = []

  /// Makes a table of some names.
  package init(_ texts: [String] = []) {
    var numbers = [String: Int](minimumCapacity: texts.count)
    for text in texts where numbers.updateValue(self.texts.count, forKey: text) == nil {
      self.texts.append(text)
    }
    self.numbers = PersistentDictionary(numbers)
  }

  /// The number of a name, given at its first use.
  package mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    numbers.set(text, to: texts.count)
    texts.append(text)
    return texts.count - 1
  }
}

/// A variable of the outside or of a unit.
package struct GlobalVariable {
  package let name: Name
  package let isMutable: Bool
  /// Its slot among the globals of its unit.
  package let slot: Int
  /// The unit that it belongs to; nil for the file's.
  package let unit: Int?
  /// The kind of the unit's instances that have one of their own each; nil for one of the unit.
  package var instanceKind: Int?
  /// The exploration whose memory it is part of; nil for any other.
  package var exploration: Int?
  /// Its place in the order in which its unit's variables get their initial values.
  package let order: Int
  /// The script that it is in.
  package let script: Int
  /// Where its declaration begins, with `let` or `var`.
  package let start: Int32
  /// The initial value.
  package let value: Expression

  /// Makes a variable.
  package init(
    name: Name, isMutable: Bool, slot: Int, unit: Int?, instanceKind: Int? = nil,
    exploration: Int? = nil, order: Int, script: Int, start: Int32, value: Expression
  ) {
    self.name = name
    self.isMutable = isMutable
    self.slot = slot
    self.unit = unit
    self.instanceKind = instanceKind
    self.exploration = exploration
    self.order = order
    self.script = script
    self.start = start
    self.value = value
  }

  /// The literal that each use of a constant is replaced by; nil where its value is computed.
  package var inlinedLiteral: Expression? { !isMutable && value.isPlainLiteral ? value : nil }
}

/// A function of the top level, of a unit or of the prelude.
package struct DeclaredFunction {
  package let declaration: FunctionDeclaration
  /// The script that it is in.
  package let script: Int
  /// The unit that it belongs to.
  package let unit: Int?
  /// The kind of the unit's instances in whose block it is; nil outside of such blocks.
  package var instanceKind: Int?
  /// The exploration that it is in; nil for any other.
  package var exploration: Int?
  /// Its side scope.
  package let sideScope: Int
}

/// A variable, parameter or function inside a function.
package struct LocalVariable {
  /// What kind of declaration made it.
  package enum Kind {
    case constant, variable, parameter, handlerParameter, loopName, condition
    /// A local function with its parameters.
    case function(FunctionDeclaration)

    /// Whether it is given by the caller.
    var isParameter: Bool {
      switch self {
      case .parameter, .handlerParameter: true
      case .constant, .variable, .loopName, .condition, .function: false
      }
    }
  }

  package let name: Name
  package let kind: Kind
  /// How many functions enclose the code that declares it; a file's statements are in one.
  package let depth: Int
  /// Where its declaration begins, with `let` or `var`.
  package let start: Int32
  /// The value of a constant.
  package let value: Expression?
  /// The meaning of its name around it.
  package let hidden: Resolution
  /// Whether it lives in a cell, which closures share: it is captured, and changed somewhere.
  package internal(set) var isCell = false
  /// Whether it is a function that captures nothing, and needs no closure.
  package internal(set) var isPlain = false
  /// Whether a local function's declaration has been passed.
  var isComplete = true
}

extension [Statement] {
  /// The expression that a body consists of; nil for any other body.
  package var onlyExpression: Expression? {
    guard count == 1, case .expression(let value) = self[0].kind else { return nil }
    return value
  }
}
