// How values print: as their literals, strings bare at top level and quoted inside; bounded in
// depth and length. Also the words with which messages describe a value.

import RehearsalCode
import RehearsalSyntax
import RehearsalValues

/// Prints the values of a machine.
struct ValuePrinter {
  let heap: Heap
  let program: Program
  /// The objects of the host that the machine holds.
  let objects: HostReferenceTable
  /// The symbols that came from outside.
  let ownSymbols: SymbolTable
  /// Who is notified that a moment or a number is made a text, and the function that does it.
  let times: TimeWatch?
  let function: Int

  /// How deep nested values print.
  private static var printedDepth: Int { 8 }
  /// How many bytes a printed value may have, but for a string, which prints whole.
  private static var printedLength: Int { 4000 }

  /// What `print` and `string(x)` give.
  func text(of value: Value) -> String {
    let printed = value.tag == .map ? printedValue(of: value.offset) ?? value : value
    // A number that becomes a text by itself is its digits, which code may read again.
    if printed.tag == .integer { return String(printed.integer) }
    return printed.tag == .string ? heap.text(of: printed.offset) : quotedText(of: printed)
  }

  /// The value as written inside a list: strings in quotes.
  func quotedText(of value: Value) -> String {
    var text = ""
    write(value, to: &text, depth: 0)
    return text
  }

  /// `the String "abc"`, `nil`, `the List [1, 2]`: for messages, shortened.
  func described(_ value: Value) -> String {
    if value.isNil { return "nil" }
    let text = quotedText(of: value)
    let isLong = text.unicodeScalars.count > 40
    let shown = isLong ? String(text.unicodeScalars.prefix(39)) + "…" : text
    return "the \(typeName(of: value)) \(shown)"
  }

  /// What `type(of:)` gives.
  func typeName(of value: Value) -> String {
    switch value.tag {
    case .integer: "Int"
    case .double: "Double"
    case .boolean: "Bool"
    case .duration: "Duration"
    case .symbol: "Symbol"
    case .handle: typeName(of: Handle(bits: value.payload))
    case .function, .closure: "Function"
    case .string: "String"
    case .list: "List"
    case .map: "Map"
    case .range: "Range"
    default: "Nil"
    }
  }

  private func write(_ value: Value, to text: inout String, depth: Int) {
    if depth > Self.printedDepth || text.utf8.count > Self.printedLength {
      text += "…"
      return
    }
    switch value.tag {
    case .integer: text += numberText(value.integer)
    case .double: text += value.double.description
    case .boolean: text += value.boolean ? "true" : "false"
    case .duration:
      times?.use(value.integer, inFunction: function)
      text += Literal.text(ofNanoseconds: value.integer)
    case .symbol: text += "." + symbolText(value)
    case .handle: text += handleText(Handle(bits: value.payload))
    case .function, .closure: text += functionText(value)
    case .string: text += quotedString(value.offset)
    case .list: writeList(value.offset, to: &text, depth: depth)
    case .map: writeMap(value.offset, to: &text, depth: depth)
    case .range:
      let bounds = heap.values(value.offset, at: Layout.rangeLower)
      write(bounds[0], to: &text, depth: depth)
      text += heap.isFlagged(value.offset) ? "..." : "..<"
      write(bounds[1], to: &text, depth: depth)
    default: text += "nil"
    }
  }

  private func numberText(_ number: Int64) -> String {
    guard let name = program.host.namedNumbers[number] else { return String(number) }
    return "0x" + String(number, radix: 16) + " (\(name))"
  }

  private func writeList(_ list: Int, to text: inout String, depth: Int) {
    text += "["
    let values = heap.listValues(list)
    for index in 0..<heap.listCount(list) {
      if index > 0 { text += ", " }
      if text.utf8.count > Self.printedLength {
        text += "…"
        break
      }
      write(values[index], to: &text, depth: depth + 1)
    }
    text += "]"
  }

  /// What stands for a map of the host's where it is printed; nil for any other map.
  private func printedValue(of map: Int) -> Value? {
    for definition in program.host.maps {
      guard let key = definition.printedKey, heap.mapCount(map) == definition.required.count,
        heap.isMap(map, definition)
      else { continue }
      return heap.mapValue(map, key)
    }
    return nil
  }

  private func writeMap(_ map: Int, to text: inout String, depth: Int) {
    if let printed = printedValue(of: map) { return write(printed, to: &text, depth: depth) }
    if heap.mapCount(map) == 0 {
      text += "[:]"
      return
    }
    text += "["
    let entries = heap.mapEntries(map)
    var isFirst = true
    for entry in 0..<heap.mapUsed(map) where entries[entry * 2].tag != .absent {
      if !isFirst { text += ", " }
      isFirst = false
      if text.utf8.count > Self.printedLength {
        text += "…"
        break
      }
      write(entries[entry * 2], to: &text, depth: depth + 1)
      text += ": "
      write(entries[entry * 2 + 1], to: &text, depth: depth + 1)
    }
    text += "]"
  }

  private func typeName(of handle: Handle) -> String {
    if handle.kind == program.host.objectKind, let reference = objects[handle.number] {
      return reference.typeName
    }
    return program.host.kind(of: handle).name
  }

  private func handleText(_ handle: Handle) -> String {
    let host = program.host
    if handle.kind == host.unitKind {
      let number = Int(clamping: handle.number & 0xFF_FFFF)
      if program.units.indices.contains(number) { return program.units[number].name }
      let object = host.objects.first { $0.handle == handle }
      return object?.name ?? "\(program.host.kind(of: handle).name) \(number)"
    }
    let kind = program.host.kind(of: handle)
    guard !kind.isSingle else { return kind.name }
    if handle.kind != host.objectKind { times?.writeNumber() }
    return "\(typeName(of: handle)) \(handle.number & 0xFFFF_FFFF)"
  }

  private func functionText(_ value: Value) -> String {
    guard let number = heap.functionNumber(value) else { return "func" }
    let function = program.functions[number]
    return function.closureNumber.map { "closure \($0)" } ?? "func \(function.name)"
  }

  /// A string as its literal, cut where it is too long.
  private func quotedString(_ string: Int) -> String {
    let bytes = heap.bytes(of: string)
    guard bytes.count > Self.printedLength else {
      return Literal.text(ofString: heap.text(of: string))
    }
    var end = Self.printedLength
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Literal.text(ofString: String(decoding: bytes[..<end], as: UTF8.self)) + "…"
  }

  /// The text of a symbol value.
  func symbolText(_ value: Value) -> String {
    let number = value.offset
    if number < program.symbols.count { return program.symbols[number] }
    let own = number - program.symbols.count
    return ownSymbols.texts.indices.contains(own) ? ownSymbols.texts[own] : "?"
  }
}
