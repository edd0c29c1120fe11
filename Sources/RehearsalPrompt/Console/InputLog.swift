// The inputs of a session. Every checkpoint has them all, so what is old is shared: a copy that goes
// on takes along a few inputs and no more.

/// The inputs that were accepted, the oldest first.
struct InputLog: RandomAccessCollection, Sendable {
  /// How many inputs a full piece has.
  private static let pieceSize = 64

  private var full: [[Input]] = []
  private var last: [Input] = []

  /// Makes a log of some inputs.
  init(_ inputs: some Sequence<Input> = []) {
    for input in inputs { append(input) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { full.count * Self.pieceSize + last.count }

  subscript(position: Int) -> Input {
    let piece = position / Self.pieceSize
    return piece < full.count
      ? full[piece][position % Self.pieceSize] : last[position % Self.pieceSize]
  }

  /// Adds an input.
  ///
  /// - Complexity: O(1) where no copy shares the last inputs, else that of copying a piece.
  mutating func append(_ input: Input) {
    last.append(input)
    guard last.count == Self.pieceSize else { return }
    full.append(last)
    last = []
  }

  /// Marks the input of a position as one that matters to a recording.
  mutating func mark(_ position: Int) {
    let piece = position / Self.pieceSize
    if piece < full.count {
      full[piece][position % Self.pieceSize].isMarked = true
    } else {
      last[position % Self.pieceSize].isMarked = true
    }
  }

  /// What a copy takes beyond what it shares, in bytes.
  var bytes: Int {
    full.count * MemoryLayout<[Input]>.stride + last.count * MemoryLayout<Input>.stride
  }
}
