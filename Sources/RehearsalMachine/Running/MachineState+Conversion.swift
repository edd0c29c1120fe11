// The conversion of values: the machine's into `ScriptValue`, and `ScriptValue` into the machine's.
// Both ways make copies; function values are kept under a number and stay where they are.

import RehearsalValues

extension MachineState {
  /// How deep values may be nested to be converted.
  static var conversionDepth: Int { 200 }

  /// How many values are converted at once: a list of lists that are one and the same list
  /// is small in the heap and without bounds as copies.
  static var conversionCount: Int { 1 << 20 }

  /// How many bytes of text are converted at once.
  static var conversionBytes: Int { 64 << 20 }

  /// How many objects of the host a machine holds.
  static var objectCount: Int { 1 << 20 }

  /// What may still be converted; below 0 where it was too much.
  private struct ConversionAllowance {
    var values = conversionCount
    var bytes = conversionBytes

    /// Takes what a value needs with that many bytes of text; false if there is none.
    mutating func take(bytes count: Int = 0) -> Bool {
      values -= 1
      bytes -= count
      return !isExhausted
    }

    mutating func exhaust() { values = -1 }

    var isExhausted: Bool { values < 0 || bytes < 0 }
  }

  /// The value as the host sees it; what is nested too deep, or is too much, arrives as the text
  /// "…".
  ///
  /// Functions are kept for the host until it releases them.
  mutating func export(_ value: Value) -> ScriptValue {
    if let plain = ScriptValue(plain: value) { return plain }
    var allowance = ConversionAllowance()
    return exportKeeping(value, &allowance) ?? .string("…")
  }

  /// The value as the host sees it; nil where it is nested too deep, or is too much, to be whole.
  ///
  /// Functions are kept for the host until it releases them.
  mutating func exportWhole(_ value: Value) -> ScriptValue? {
    if let plain = ScriptValue(plain: value) { return plain }
    var allowance = ConversionAllowance()
    let exported = exportKeeping(value, &allowance)
    guard allowance.isExhausted else { return exported }
    for function in exported?.functions ?? [] { functions.release(function) }
    return nil
  }

  /// What may be converted at once, for people.
  static var conversionBounds: String {
    "may be nested \(conversionDepth) deep and have \(conversionCount) values and "
      + "\(conversionBytes >> 20)MB of text; this is more"
  }

  /// The value as the host reads it without changing anything: functions are handles that cannot
  /// be called, by the number of their code.
  func read(_ value: Value) -> ScriptValue {
    if let plain = ScriptValue(plain: value) { return plain }
    var allowance = ConversionAllowance()
    let functionKind = program.host.functionKind
    return export(value, depth: 0, &allowance) { function in
      let number = heap.functionNumber(function) ?? 0
      return .handle(Handle(kind: functionKind, number: UInt64(number)))
    } ?? .string("…")
  }

  /// What goes with a request, as the host sees it; an error where it cannot be converted whole.
  mutating func exportArgument(_ value: Value) -> ScriptValue {
    // The call itself has paid for what is one word.
    if let plain = ScriptValue(plain: value) { return plain }
    var allowance = ConversionAllowance()
    let exported = exportKeeping(value, &allowance)
    if let exported, !allowance.isExhausted {
      let values = Self.conversionCount - allowance.values
      let bytes = Self.conversionBytes - allowance.bytes
      handedBytes &+= values * Self.bytesOfAValue + bytes
      _ = chargeConversion(values: values) && charge(bytes)
      return exported
    }
    _ = fail(
      .invalidArgument,
      "a value that is passed to the host \(Self.conversionBounds)")
    return .string("…")
  }

  /// About what a value takes as the host has it.
  private static var bytesOfAValue: Int { 64 }

  /// Charges for copies of values, each of which takes as long as many turns.
  private mutating func chargeConversion(values count: Int) -> Bool { charge(values: count * 16) }

  private mutating func exportKeeping(_ value: Value, _ allowance: inout ConversionAllowance)
    -> ScriptValue?
  {
    // Taken out meanwhile, so that the table is not copied.
    var table = FunctionReferenceTable()
    swap(&table, &functions)
    defer { swap(&table, &functions) }
    let instance = instance
    return export(value, depth: 0, &allowance) { function in
      .function(table.keep(function, instance: instance))
    }
  }

  /// Nil where the value is nested too deep or is too much; nothing is left of the allowance then.
  private func export(
    _ value: Value, depth: Int, _ allowance: inout ConversionAllowance,
    function: (Value) -> ScriptValue
  ) -> ScriptValue? {
    let text = value.tag == .string ? heap.byteCount(of: value.offset) : 0
    guard depth <= Self.conversionDepth, allowance.take(bytes: text) else {
      allowance.exhaust()
      return nil
    }
    switch value.tag {
    case .symbol: return .symbol(symbolText(value))
    case .handle: return exportHandle(Handle(bits: value.payload))
    case .string: return .string(heap.text(of: value.offset))
    case .function, .closure: return function(value)
    case .list:
      var elements: [ScriptValue] = []
      let count = heap.listCount(value.offset)
      elements.reserveCapacity(min(count, allowance.values))
      for index in 0..<count where !allowance.isExhausted {
        let element = heap.listValues(value.offset)[index]
        let exported = export(element, depth: depth + 1, &allowance, function: function)
        elements.append(exported ?? .string("…"))
      }
      return .list(elements)
    case .map:
      return .map(exportEntries(value.offset, depth: depth, &allowance, function: function))
    case .range:
      let bounds = heap.values(value.offset, at: Layout.rangeLower)
      return .range(
        lower: exportBound(bounds[0]), upper: exportBound(bounds[1]),
        isClosed: heap.isFlagged(value.offset))
    default: return ScriptValue(plain: value) ?? .nil
    }
  }

  private func exportEntries(
    _ map: Int, depth: Int, _ allowance: inout ConversionAllowance, function: (Value) -> ScriptValue
  ) -> [ScriptValue.Entry] {
    var entries: [ScriptValue.Entry] = []
    let values = heap.mapEntries(map)
    for entry in 0..<heap.mapUsed(map)
    where values[entry * 2].tag != .absent && !allowance.isExhausted {
      let key = export(values[entry * 2], depth: depth + 1, &allowance, function: function)
      let value = export(values[entry * 2 + 1], depth: depth + 1, &allowance, function: function)
      entries.append(ScriptValue.Entry(key ?? .string("…"), value ?? .string("…")))
    }
    return entries
  }

  private func exportHandle(_ handle: Handle) -> ScriptValue {
    guard handle.kind == program.host.objectKind, let reference = objects[handle.number] else {
      return .handle(handle)
    }
    return .object(reference)
  }

  private func exportBound(_ bound: Value) -> ScriptValue {
    switch bound.tag {
    case .double: .double(bound.double)
    case .duration: .duration(bound.integer)
    default: .integer(bound.integer)
    }
  }

  /// Puts a host's value into a register of the running window.
  mutating func put(_ value: ScriptValue, in register: Int) -> Bool {
    if let plain = Value(plain: value) {
      window[register] = plain
      return true
    }
    guard importValue(value, into: protectedSlot()) else { return false }
    window[register] = popProtected()
    return true
  }

  /// Makes a host's value in the heap and puts it into a slot of `protected`.
  mutating func importValue(_ value: ScriptValue, into slot: Int, depth: Int = 0) -> Bool {
    guard depth <= Self.conversionDepth else {
      return fail(.invalidArgument, "the host's value is nested more than \(depth - 1) deep")
    }
    switch value {
    case .nil, .boolean, .integer, .double, .duration:
      protected[slot] = Value(plain: value) ?? .none
    case .symbol(let text): protected[slot] = Value(.symbol, UInt64(symbolNumber(text)))
    case .handle(let handle):
      guard program.host.kinds.indices.contains(Int(handle.kind)) else {
        return fail(.staleHandle, "the host gave an object of an unknown kind")
      }
      protected[slot] = Value(.handle, handle.bits)
    case .object(let reference):
      let number = objects.number(of: reference)
      guard objects.count <= Self.objectCount else {
        return fail(
          .heapLimit, "a script can have at most \(Self.objectCount) objects of the host")
      }
      let handle = Handle(kind: program.host.objectKind, number: UInt64(number))
      protected[slot] = Value(.handle, handle.bits)
    case .function(let reference):
      guard let kept = functions[reference] else {
        return fail(.staleHandle, "the function is not kept any more")
      }
      protected[slot] = kept.value
    case .string(let text):
      var laid = Value.none
      guard makeString(&laid, text) else { return false }
      protected[slot] = laid
    case .list(let elements): return importList(elements, into: slot, depth: depth)
    case .map(let entries): return importMap(entries, into: slot, depth: depth)
    case .range(let lower, let upper, let isClosed):
      return importRange(lower, upper, isClosed: isClosed, into: slot, depth: depth)
    }
    return true
  }

  private mutating func importList(_ elements: [ScriptValue], into slot: Int, depth: Int) -> Bool {
    guard chargeConversion(values: elements.count),
      let list = makeList(count: 0, capacity: elements.count)
    else {
      return false
    }
    protected[slot] = list
    for element in elements {
      guard importValue(element, into: protectedSlot(), depth: depth + 1) else { return false }
      var value = popProtected()
      // There is room for every element, so nothing is allocated here.
      var holder = protected[slot]
      guard appendToList(&holder, &value) else { return false }
    }
    return true
  }

  private mutating func importMap(
    _ entries: [ScriptValue.Entry], into slot: Int, depth: Int
  ) -> Bool {
    guard chargeConversion(values: entries.count * 2), let map = makeMap(capacity: entries.count)
    else { return false }
    protected[slot] = map
    for entry in entries where entry.value != .nil {
      let key = protectedSlot()
      guard importValue(entry.key, into: key, depth: depth + 1), requireKey(protected[key]) else {
        return false
      }
      guard importValue(entry.value, into: protectedSlot(), depth: depth + 1) else { return false }
      var value = popProtected()
      var laidKey = popProtected()
      var holder = protected[slot]
      guard setEntry(&holder, &laidKey, &value) else { return false }
    }
    return true
  }

  private mutating func importRange(
    _ lower: ScriptValue, _ upper: ScriptValue, isClosed: Bool, into slot: Int, depth: Int
  ) -> Bool {
    guard importValue(lower, into: slot, depth: depth + 1) else { return false }
    var low = protected[slot]
    guard importValue(upper, into: slot, depth: depth + 1) else { return false }
    var high = protected[slot]
    // A bound that refers to the heap may be stale here, and is no bound anyway.
    if low.tag.isReference { low = .none }
    var range = Value.none
    guard makeRange(&range, &low, &high, isClosed: isClosed) else { return false }
    protected[slot] = range
    return true
  }
}

// MARK: - Plain values

// Most of what is converted is one word, which needs neither the heap nor a bound.

extension Value {
  /// The machine's form of a host's value that needs no memory; nil for any other.
  fileprivate init?(plain value: ScriptValue) {
    switch value {
    case .nil: self = .none
    case .boolean(let boolean): self.init(boolean)
    case .integer(let integer): self.init(integer)
    case .double(let double): self.init(double)
    case .duration(let nanoseconds): self.init(nanoseconds: nanoseconds)
    default: return nil
    }
  }
}

extension ScriptValue {
  /// The host's form of a value of the machine that is complete in itself; nil for any other.
  fileprivate init?(plain value: Value) {
    switch value.tag {
    case .nil, .absent: self = .nil
    case .boolean: self = .boolean(value.boolean)
    case .integer: self = .integer(value.integer)
    case .double: self = .double(value.double)
    case .duration: self = .duration(value.integer)
    default: return nil
    }
  }
}
