// How much of its host's memory a device takes, near enough for a limit. No part counts its lists.
// The account is an upper bound: every argument that is passed to the device is added, kept or not;
// when the sum may have doubled, the device is walked and counted exactly. So counting never costs
// more than the calls before it, and what the device has dropped leaves the account again.

/// What a device was counted to take.
struct HeapUsage: Sendable {
  /// About how many bytes.
  var bytes = 0
  /// How many numbers, texts and values are in lists, which are searched from their beginning;
  /// what is found by its identifier is not among them.
  var count = 0
}

/// How much memory a device takes.
struct MemoryAccount: Sendable {
  /// The result of the last count.
  private var counted = HeapUsage()
  /// The bytes that were passed to the device since then.
  private var charged = 0

  /// Less growth than this is not worth a count.
  private static let leastGrowth = 1 << 20

  /// What the device takes at most.
  var bytes: Int { counted.bytes &+ charged }

  /// How many elements the lists of the device have beyond what any ordinary script brings about:
  /// each search through them takes longer by that much.
  var scanCost: Int { max(0, counted.count - Self.ordinaryCount) }

  /// Whether the device has to be counted.
  var isDue: Bool { charged > max(Self.leastGrowth, counted.bytes / 2) }

  /// Adds bytes that are passed to the device.
  mutating func charge(_ bytes: Int) { charged &+= bytes }

  /// Takes the result of a count.
  mutating func count(_ usage: HeapUsage) { (counted, charged) = (usage, 0) }

  private static let ordinaryCount = 10_000
}

extension MemoryAccount {
  /// What a call of an app, or an action, may leave in the device beyond its arguments.
  static let bytesOfACall = 256
}
