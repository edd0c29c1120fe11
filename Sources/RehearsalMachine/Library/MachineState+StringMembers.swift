// Members of strings. They work on Unicode scalars; upper and lower case are Unicode's own, the
// same in every place of the world.

extension MachineState {
  /// Calls a member of the string in R[0]; R[0] gets the result.
  mutating func callStringMember(_ core: CoreMember, _ r: Place) -> Bool {
    guard charge(heap.byteCount(of: r.pointee.offset)) else { return false }
    switch core {
    case .uppercased: return changeCase(r, toUpper: true)
    case .lowercased: return changeCase(r, toUpper: false)
    default: break
    }
    guard r[1].tag == .string else {
      return fail(
        .typeMismatch, "`\(core.spellings[0])` of a String takes a String, not \(described(r[1]))")
    }
    guard charge(heap.byteCount(of: r[1].offset)) else { return false }
    let text = heap.bytes(of: r.pointee.offset)
    let other = heap.bytes(of: r[1].offset)
    switch core {
    case .hasPrefix: r.pointee = Value(text.starts(with: other))
    case .hasSuffix: r.pointee = Value(text.reversed().starts(with: other.reversed()))
    case .contains:
      let found = find(other, in: text, from: 0)
      guard pendingError == nil else { return false }
      r.pointee = Value(found != nil)
    case .split: return split(r)
    default: return failMember(core.spellings[0], of: r.pointee)
    }
    return true
  }

  /// Replaces the string in R[0] by one in upper or lower case.
  ///
  /// The result is measured first and then written in place, so that a long string needs no room
  /// besides the heap's.
  private mutating func changeCase(_ r: Place, toUpper: Bool) -> Bool {
    var size = 0
    var position = 0
    while position < heap.byteCount(of: r.pointee.offset) {
      let (text, width) = scalar(of: r.pointee.offset, at: position, toUpper: toUpper)
      // Looking up what is not ASCII takes longer than a turn of a loop.
      guard charge(width == 1 ? 8 : 64) else { return false }
      size += text?.utf8.count ?? 1
      position += width
    }
    guard var writer = makeStringWriter(byteCount: size) else { return false }
    position = 0
    while position < heap.byteCount(of: r.pointee.offset) {
      let (text, width) = scalar(of: r.pointee.offset, at: position, toUpper: toUpper)
      if let text {
        writer.append(text)
      } else {
        writer.append(ascii: heap.bytes(of: r.pointee.offset)[position], toUpper: toUpper)
      }
      position += width
    }
    r.pointee = writer.finish(in: heap)
    return true
  }

  /// The scalar that begins at a byte in the other case, nil for ASCII, and its width in bytes.
  private func scalar(
    of string: Int, at position: Int, toUpper: Bool
  ) -> (text: String?, width: Int) {
    let bytes = heap.bytes(of: string)
    if bytes[position] < 0x80 { return (nil, 1) }
    let end = min(bytes.count, position + Self.scalarWidth(bytes[position]))
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    let properties = text.unicodeScalars.first?.properties
    let changed = toUpper ? properties?.uppercaseMapping : properties?.lowercaseMapping
    return (changed ?? text, end - position)
  }

  /// The first position of `part` in `text`, by bytes, which for UTF-8 is by scalars; nil, and a
  /// error, where the comparisons take too long.
  private mutating func find(
    _ part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard !part.isEmpty else { return start }
    guard text.count >= part.count else { return nil }
    var position = start
    while position <= text.count - part.count {
      var length = 0
      while length < part.count, text[position + length] == part[length] { length += 1 }
      if length == part.count { return position }
      guard length < 8 || charge(length) else { return nil }
      position += 1
    }
    return nil
  }

  /// The pieces between the separators, empty ones included; an empty separator takes the string
  /// apart into its scalars.
  ///
  /// They are counted first, so that a list for which there is no room is refused before anything
  /// is made.
  private mutating func split(_ r: Place) -> Bool {
    var count = 0
    var start: Int? = 0
    while let position = start {
      guard let (piece, next) = piece(of: r, from: position) else { return false }
      if next == nil && piece.isEmpty && heap.byteCount(of: r[1].offset) == 0 { break }
      (count, start) = (count + 1, next)
    }
    guard charge(values: count), let list = makeList(count: 0, capacity: count) else {
      return false
    }
    let slot = protectedSlot()
    protected[slot] = list
    var position = 0
    for _ in 0..<count {
      guard let (piece, next) = piece(of: r, from: position) else { return false }
      position = next ?? position
      var string = Value.none
      let done = makeString(&string, bytes: piece.count) { heap in
        UnsafeBufferPointer(rebasing: heap.bytes(of: r.pointee.offset)[piece])
      }
      // There is room for every piece, so nothing is allocated here.
      var holder = protected[slot]
      guard done, appendToList(&holder, &string) else { return false }
    }
    r.pointee = popProtected()
    return true
  }

  /// The piece of the string in R[0] that begins at a byte, and where the next one begins, if there
  /// is one; nil and an error where finding its end takes too long.
  private mutating func piece(of r: Place, from start: Int) -> (piece: Range<Int>, next: Int?)? {
    let text = heap.bytes(of: r.pointee.offset)
    let separator = heap.bytes(of: r[1].offset)
    if separator.isEmpty {
      guard start < text.count else { return (start..<start, nil) }
      let end = min(text.count, start + Self.scalarWidth(text[start]))
      return (start..<end, end)
    }
    let end = find(separator, in: text, from: start)
    guard pendingError == nil else { return nil }
    guard let end else { return (start..<text.count, nil) }
    return (start..<end, end + separator.count)
  }
}
