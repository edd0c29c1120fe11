// The records of a device in order. The trace is bounded: beyond its limit the oldest records are
// dropped, the indices of the others stay, and `firstIndex` tells how many are gone.

import DequeModule

/// What happened on a device, newest last, the oldest dropped beyond a limit.
package struct Trace: Sendable {
  private var kept: Deque<Record> = []
  private let limit: Int
  /// The room that the kept records take, in records of ordinary size.
  private var room = 0

  /// The index of the oldest record that is kept.
  package private(set) var firstIndex = 0

  /// The index that the next record will have; a place to look back to.
  package var endIndex: Int { firstIndex + kept.count }

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// The record of an index; nil when it was dropped or is not there yet.
  package subscript(index: Int) -> Record? {
    guard index >= firstIndex, index < endIndex else { return nil }
    return kept[index - firstIndex]
  }

  /// The records from an index on that are kept, in order.
  ///
  /// - Complexity: O(n) in the number of records returned
  package func records(since index: Int = 0) -> [Record] {
    let start = min(max(index, firstIndex), endIndex)
    return Array(kept[(start - firstIndex)...])
  }

  /// The messages that were sent to an app from an index on, in order.
  ///
  /// - Complexity: O(n) in the number of records looked at
  package func messages(to app: AppIdentifier, since index: Int = 0) -> [Message] {
    let start = min(max(index, firstIndex), endIndex)
    return kept[(start - firstIndex)...].compactMap { record in
      guard record.app == app, case .message(let message) = record.subject else { return nil }
      return message
    }
  }

  mutating func append(_ record: Record) {
    room += Self.room(of: record)
    while room > limit, let oldest = kept.popFirst() {
      room -= Self.room(of: oldest)
      firstIndex += 1
    }
    kept.append(record)
  }

  /// The bytes of texts and arguments that make a record count as one more.
  private static let bytesOfARecord = 512

  private static func room(of record: Record) -> Int {
    let bytes = record.arguments.reduce(record.detail.utf8.count) { $0 + $1.byteCount }
    return 1 + bytes / bytesOfARecord
  }
}
