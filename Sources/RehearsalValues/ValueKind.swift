// What kind of value something gives, where that is certain before anything runs. The tables of the
// host and of the language say it of members, functions, keys and parameters; code that follows
// values through a script reads it there.

/// A kind of values.
package indirect enum ValueKind: Hashable, Sendable {
  /// Anything: the script decides, or the sender of the value.
  case any
  /// Nil, whatever happens.
  case nothing
  case boolean, integer, double, string, duration, range, function
  /// One of these symbols, without their dots.
  case symbol([String])
  /// A handle of a kind, by its number in the host interface.
  case handle(UInt8)
  case list(ValueKind)
  /// A map that the host describes under this name; nil for one that it does not.
  case map(String?)
  /// A map whose values are of a kind, under keys that the script has.
  case mapHolding(ValueKind)
  /// A map that has these keys.
  case fields([String: ValueKind])
  /// One of these texts.
  case text([String])
  /// The name of the type of a value.
  case typeName
  /// The text that stands for the argument where that is printed.
  case printed
  /// A value of one of these kinds.
  case either([ValueKind])
  /// What the collection holds that is asked: of a map its entries.
  case element
  /// What the map holds that is asked, under its keys.
  case value
  /// What the function gives that is passed.
  case made
  /// One of the arguments.
  case argument
  /// A list of an element of each argument.
  case elements

  /// An Int or a Double.
  package static let number = ValueKind.either([.integer, .double])

  /// Nil or a value of a kind.
  package static func optional(_ kind: ValueKind) -> ValueKind { .either([.nothing, kind]) }

  /// The name of a type's case, as a symbol.
  @inlinable
  package static func symbol<Symbol: RawRepresentable<String> & CaseIterable>(
    _ type: Symbol.Type
  ) -> ValueKind where Symbol.AllCases == [Symbol] {
    // By their positions: in the tables this runs as generic code, which would first look up how an
    // array of the type is gone through.
    let cases = type.allCases
    return .symbol((0..<cases.count).map { cases[$0].rawValue })
  }

  /// The symbols that a value can be, or an element of it; empty for none, and for any.
  package var symbols: [String] {
    switch self {
    case .symbol(let names): names
    case .list(let element): element.symbols
    case .either(let kinds): kinds.flatMap(\.symbols)
    default: []
    }
  }

  /// The kind of handle that a value is for certain; nil for none, and for one of several.
  package var handleKind: UInt8? { if case .handle(let kind) = self { kind } else { nil } }

  /// The name of the map that the value is, or that each of its elements is where it is a list.
  package var mapName: (name: String, isList: Bool)? {
    switch self {
    case .map(let name): name.map { ($0, false) }
    case .list(.map(let name)): name.map { ($0, true) }
    case .either(let kinds): kinds.lazy.compactMap(\.mapName).first
    default: nil
    }
  }
}
