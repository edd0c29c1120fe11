// Members of strings. They work on Unicode scalars; upper and lower case are Unicode's own, the
// same in every place of the world.

extension MachineState {
  /// Calls a member of the string in R[0]; R[0] gets the result.
  mutating func callStringMember(_ core: CoreMember, _ r: Place) -> Bool {
    guard charge(heap.byteCount(of: r.pointee.offset)) else { return false }
    switch core {
    case .uppercased: return makeString(r, heap.text(of: r.pointee.offset).uppercased())
    case .lowercased: return makeString(r, heap.text(of: r.pointee.offset).lowercased())
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
      guard fault == nil else { return false }
      r.pointee = Value(found != nil)
    case .split: return split(r)
    default: return failMember(core.spellings[0], of: r.pointee)
    }
    return true
  }

  /// The first position of `part` in `text`, by bytes, which for UTF-8 is by scalars; nil, and a
  /// fault, where the comparisons take too long.
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
  private mutating func split(_ r: Place) -> Bool {
    let text = heap.bytes(of: r.pointee.offset)
    let separator = heap.bytes(of: r[1].offset)
    var pieces: [Range<Int>] = []
    var start = 0
    if separator.isEmpty {
      while start < text.count {
        let end = start + Self.scalarWidth(text[start])
        pieces.append(start..<end)
        start = end
      }
    } else {
      while let found = find(separator, in: text, from: start) {
        pieces.append(start..<found)
        start = found + separator.count
      }
      guard fault == nil else { return false }
      pieces.append(start..<text.count)
    }
    return makeList(r, of: pieces)
  }

  /// Replaces the string in R[0] by the list of its pieces.
  private mutating func makeList(_ r: Place, of pieces: [Range<Int>]) -> Bool {
    guard let list = makeList(count: 0, capacity: pieces.count) else { return false }
    let slot = protectedSlot()
    protected[slot] = list
    for piece in pieces {
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
}
