// Members of strings. They work on Unicode scalars; upper and lower case are Unicode's own, the
// same in every locale.

import RehearsalInterface

extension CoreMember {
  /// Whether the arguments of a function of a string are Strings, which it fails for otherwise.
  static func takesTexts(
    _ state: inout MachineState, _ r: Register, _ count: Int, _ name: String
  ) -> Bool {
    for position in 1...count {
      guard r[position].tag == .string else {
        return state.fail(
          .typeMismatch,
          "`\(name)` of a String takes a String, not \(state.described(r[position]))")
      }
      guard state.charge(state.heap.byteCount(of: r[position].offset)) else { return false }
    }
    return true
  }

  static func hasPrefix(_ state: inout MachineState, _ r: Register) -> Bool {
    let (text, other) = (state.heap.bytes(of: r.pointee.offset), state.heap.bytes(of: r[1].offset))
    r.pointee = Value(text.starts(with: other))
    return true
  }

  static func hasSuffix(_ state: inout MachineState, _ r: Register) -> Bool {
    let (text, other) = (state.heap.bytes(of: r.pointee.offset), state.heap.bytes(of: r[1].offset))
    r.pointee = Value(text.reversed().starts(with: other.reversed()))
    return true
  }

  static func containsText(_ state: inout MachineState, _ r: Register) -> Bool {
    let (text, other) = (state.heap.bytes(of: r.pointee.offset), state.heap.bytes(of: r[1].offset))
    let found = find(&state, other, in: text, from: 0)
    guard state.pendingError == nil else { return false }
    r.pointee = Value(found != nil)
    return true
  }

  /// Replaces the string in R[0] by one without white space at its ends.
  static func trim(_ state: inout MachineState, _ r: Register) -> Bool {
    let bytes = state.heap.bytes(of: r.pointee.offset)
    func isBlank(_ scalar: Range<Int>) -> Bool {
      String(decoding: bytes[scalar], as: UTF8.self).unicodeScalars.first?.properties.isWhitespace
        == true
    }
    var start = 0
    while start < bytes.count {
      let next = Swift.min(bytes.count, start + Heap.scalarWidth(bytes[start]))
      guard isBlank(start..<next) else { break }
      start = next
    }
    var end = bytes.count
    while end > start {
      var last = end - 1
      while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
      guard isBlank(last..<end) else { break }
      end = last
    }
    guard start > 0 || end < bytes.count else { return true }
    return state.makeString(r, bytes: end - start) { heap in
      UnsafeBufferPointer(rebasing: heap.bytes(of: r.pointee.offset)[start..<end])
    }
  }

  /// Replaces each occurrence of R[1] in the string in R[0] by R[2].
  ///
  /// The result is measured first and then written in place.
  static func replace(_ state: inout MachineState, _ r: Register) -> Bool {
    let part = state.heap.byteCount(of: r[1].offset)
    guard part > 0 else {
      return state.fail(.invalidArgument, "`replacing` takes a text that is not empty")
    }
    func next(_ state: inout MachineState, from start: Int) -> Int? {
      guard state.charge(8) else { return nil }
      return Self.find(
        &state, state.heap.bytes(of: r[1].offset), in: state.heap.bytes(of: r.pointee.offset),
        from: start)
    }
    var (start, size) = (0, state.heap.byteCount(of: r.pointee.offset))
    while let place = next(&state, from: start) {
      size += state.heap.byteCount(of: r[2].offset) - part
      guard size <= state.limits.heapBytes else {
        _ = state.failHeapLimit()
        return false
      }
      start = place + part
    }
    guard state.pendingError == nil, state.charge(size),
      var writer = state.makeStringWriter(byteCount: size)
    else { return false }
    start = 0
    while let place = next(&state, from: start) {
      writer.append(state.heap.bytes(of: r.pointee.offset)[start..<place])
      writer.append(r[2].offset, in: state.heap)
      start = place + part
    }
    writer.append(state.heap.bytes(of: r.pointee.offset)[start...])
    r.pointee = writer.finish(in: state.heap)
    return state.pendingError == nil
  }

  /// Replaces the string in R[0] by one in upper or lower case.
  ///
  /// The result is measured first and then written in place, so that a long string needs no room
  /// beyond the heap's.
  static func changeCase(
    _ state: inout MachineState, _ r: Register, toUpper: Bool
  ) -> Bool {
    var size = 0
    var position = 0
    while position < state.heap.byteCount(of: r.pointee.offset) {
      let (text, width) = Self.scalar(&state, of: r.pointee.offset, at: position, toUpper: toUpper)
      // Looking up what is not ASCII takes longer than a turn of a loop.
      guard state.charge(width == 1 ? 8 : 64) else { return false }
      size += text?.utf8.count ?? 1
      position += width
    }
    guard var writer = state.makeStringWriter(byteCount: size) else { return false }
    position = 0
    while position < state.heap.byteCount(of: r.pointee.offset) {
      let (text, width) = Self.scalar(&state, of: r.pointee.offset, at: position, toUpper: toUpper)
      if let text {
        writer.append(text)
      } else {
        writer.append(ascii: state.heap.bytes(of: r.pointee.offset)[position], toUpper: toUpper)
      }
      position += width
    }
    r.pointee = writer.finish(in: state.heap)
    return true
  }

  /// The scalar that begins at a byte in the other case, nil for ASCII, and its width in bytes.
  private static func scalar(
    _ state: inout MachineState, of string: Int, at position: Int, toUpper: Bool
  ) -> (text: String?, width: Int) {
    let bytes = state.heap.bytes(of: string)
    if bytes[position] < 0x80 { return (nil, 1) }
    let end = Swift.min(bytes.count, position + Heap.scalarWidth(bytes[position]))
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    let properties = text.unicodeScalars.first?.properties
    let changed = toUpper ? properties?.uppercaseMapping : properties?.lowercaseMapping
    return (changed ?? text, end - position)
  }

  /// The first position of `part` in `text`, by bytes, which for UTF-8 is by scalars; nil, and a
  /// error, where the comparisons take too long.
  private static func find(
    _ state: inout MachineState, _ part: UnsafeBufferPointer<UInt8>,
    in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard !part.isEmpty else { return start }
    guard text.count >= part.count else { return nil }
    var position = start
    while position <= text.count - part.count {
      var length = 0
      while length < part.count, text[position + length] == part[length] { length += 1 }
      if length == part.count { return position }
      guard length < 8 || state.charge(length) else { return nil }
      position += 1
    }
    return nil
  }

  /// The pieces between the separators, empty ones included; an empty separator takes the string
  /// apart into its scalars.
  ///
  /// They are counted first, so that a list for which there is no room is refused before anything
  /// is made.
  static func split(
    _ state: inout MachineState, _ r: Register
  ) -> Bool {
    var count = 0
    var start: Int? = 0
    while let position = start {
      guard let (piece, next) = Self.piece(&state, of: r, from: position) else { return false }
      if next == nil && piece.isEmpty && state.heap.byteCount(of: r[1].offset) == 0 { break }
      (count, start) = (count + 1, next)
    }
    guard state.charge(values: count), let list = state.makeList(count: 0, capacity: count) else {
      return false
    }
    let slot = state.protectedSlot()
    state.protected[slot] = list
    var position = 0
    for _ in 0..<count {
      guard let (piece, next) = Self.piece(&state, of: r, from: position) else { return false }
      position = next ?? position
      var string = Value.none
      let done = state.makeString(&string, bytes: piece.count) { heap in
        UnsafeBufferPointer(rebasing: heap.bytes(of: r.pointee.offset)[piece])
      }
      // There is room for every piece, so nothing is allocated here.
      var holder = state.protected[slot]
      guard done, state.appendToList(&holder, &string) else { return false }
    }
    r.pointee = state.popProtected()
    return true
  }

  /// The piece of the string in R[0] that begins at a byte, and where the next one begins, if there
  /// is one; nil and an error where finding its end takes too long.
  private static func piece(
    _ state: inout MachineState, of r: Register, from start: Int
  ) -> (piece: Range<Int>, next: Int?)? {
    let text = state.heap.bytes(of: r.pointee.offset)
    let separator = state.heap.bytes(of: r[1].offset)
    if separator.isEmpty {
      guard start < text.count else { return (start..<start, nil) }
      let end = Swift.min(text.count, start + Heap.scalarWidth(text[start]))
      return (start..<end, end)
    }
    let end = Self.find(&state, separator, in: text, from: start)
    guard state.pendingError == nil else { return nil }
    guard let end else { return (start..<text.count, nil) }
    return (start..<end, end + separator.count)
  }
}
