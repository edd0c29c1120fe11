// What a device takes of its host's memory, near enough for a limit. Nobody keeps books of every
// list in every part: what is handed to the device is added as it comes, kept or not, and now and
// then, when that may have doubled what there was, the device is gone through and counted anew. So a
// count costs no more than what came before it, and what was dropped is forgotten.

/// What a device was found to keep.
struct KeptThings: Sendable {
  /// About how many bytes.
  var bytes = 0
  /// How many numbers, texts and values, apart from what is found by its identifier.
  var count = 0
}

/// How much a device keeps.
struct MemoryAccount: Sendable {
  /// What was kept when the device was gone through last.
  private var counted = KeptThings()
  /// What it was handed since then.
  private var handed = 0

  /// Less than this is not worth a count.
  private static let leastGrowth = 1 << 20

  /// What the device keeps at most.
  var bytes: Int { counted.bytes &+ handed }

  /// By how many things the device keeps more than any device of a script that means well: what a
  /// part has to look through, again and again.
  var burden: Int { max(0, counted.count - Self.ordinaryCount) }

  /// Whether the device should be gone through.
  var isDue: Bool { handed > max(Self.leastGrowth, counted.bytes / 2) }

  /// Adds what is handed to the device.
  mutating func hand(_ bytes: Int) { handed &+= bytes }

  /// Takes what a count came to.
  mutating func count(_ kept: KeptThings) { (counted, handed) = (kept, 0) }

  private static let ordinaryCount = 10_000
}

extension MemoryAccount {
  /// What a call of an app, or an action, may leave behind besides its arguments.
  static let bytesOfACall = 256
}
