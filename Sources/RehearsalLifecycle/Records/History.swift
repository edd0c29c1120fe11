// What a simulation remembers of what happened: the records, how processes ended, where each
// installation began. It is an output: it may be cut to any size, or not be kept at all, and the
// device behaves the same. A copy shares what both have; each appends to a piece of its own.

/// The records of a device, newest last, the oldest dropped beyond a limit.
package struct History: Sendable {
  /// A run of records that one history alone appends to; shared, it stays as it is.
  private final class Piece: @unchecked Sendable {
    // Unchecked: records are appended only by a history that is the piece's one holder.
    let firstIndex: Int
    @exclusivity(unchecked) private(set) var records: [Record]

    init(_ firstIndex: Int, _ records: [Record]) {
      self.firstIndex = firstIndex
      self.records = records
    }

    /// A piece that is going to grow to its size at once.
    init(growingFrom firstIndex: Int) {
      self.firstIndex = firstIndex
      records = []
      records.reserveCapacity(History.pieceSize)
    }

    func lend(to output: inout StepOutput) { output.borrow(&records) }

    func append(_ output: inout StepOutput) { output.moveRecords(to: &records) }

    var endIndex: Int { firstIndex + records.count }
  }

  /// How many records a piece holds before another is begun.
  private static let pieceSize = 1024
  /// The full pieces, in order; a copy shares them all, and few steps add one.
  private var full = Queue<Piece>()
  /// The pieces after the full ones, in order; few, for those of one size are joined.
  private var pieces: [Piece] = []
  /// The piece after all others, to which records are appended while no other history holds it.
  private var last: Piece?
  private let limit: Int
  private let exitLimit: Int
  /// The room that the kept records take, in records of ordinary size.
  private var room = 0
  private var exits: [ExitLog] = []
  private var firstRecords: [Int] = []

  /// The index of the oldest record that is kept.
  package private(set) var firstIndex = 0
  /// The index that the next record will have; a place to look back to.
  package private(set) var endIndex = 0

  /// Makes an empty history.
  ///
  /// - Parameters:
  ///   - records: How many records it keeps, those with long texts counting as several; none for 0.
  ///   - exits: How many ends of processes it keeps for each app.
  init(records: Int, exits: Int) {
    limit = max(0, records)
    exitLimit = max(0, exits)
  }

  /// About how many bytes the history takes.
  var bytes: Int { room &* Record.bytesOfARecord }

  // MARK: - Appending

  /// Lends steps the list that their records will be in, where no other history has it; they give
  /// it back with `append`.
  mutating func lend(to output: inout StepOutput) {
    if isKnownUniquelyReferenced(&last) { last?.lend(to: &output) }
  }

  /// Takes over what steps have given out.
  mutating func append(_ output: inout StepOutput) {
    if output.isBorrowed || !output.newRecords.isEmpty { takeRecords(&output) }
    for installation in output.installations {
      let position = installation.app.position
      while firstRecords.count <= position { firstRecords.append(0) }
      firstRecords[position] = installation.firstRecord
    }
    for end in output.ends { append(end.exit, of: end.process.app) }
    output.removeHistory()
  }

  private mutating func takeRecords(_ output: inout StepOutput) {
    let first = endIndex
    endIndex += output.newRecords.count
    guard limit > 0 else {
      firstIndex = endIndex
      return output.removeRecords()
    }
    room += output.room
    if isKnownUniquelyReferenced(&last) {
      last?.append(&output)
      if (last?.records.count ?? 0) >= Self.pieceSize {
        endLastPiece()
        last = Piece(growingFrom: endIndex)
      }
    } else {
      endLastPiece()
      last = Piece(first, output.takeRecords())
    }
    if room > limit { drop() }
  }

  /// Puts the last piece after the others, and joins these while the one before is no longer, so that
  /// copies of copies do not end up with as many pieces as records; those that are long enough are
  /// full.
  private mutating func endLastPiece() {
    guard let ended = last.take(), !ended.records.isEmpty else { return }
    pieces.append(ended)
    while pieces.count >= 2 {
      let (last, before) = (pieces[pieces.count - 1], pieces[pieces.count - 2])
      guard before.records.count <= last.records.count else { break }
      pieces.removeLast(2)
      pieces.append(Piece(before.firstIndex, before.records + last.records))
    }
    while let piece = pieces.first, piece.records.count >= Self.pieceSize {
      full.append(pieces.removeFirst())
    }
  }

  /// Drops the oldest records until the rest has room.
  private mutating func drop() {
    while room > limit, firstIndex < endIndex, let piece = full.first ?? pieces.first ?? last {
      let position = firstIndex - piece.firstIndex
      if position < piece.records.count {
        room -= piece.records[position].room
        firstIndex += 1
      }
      guard firstIndex >= piece.endIndex else { continue }
      if !full.isEmpty {
        full.removeFirst()
      } else if !pieces.isEmpty {
        pieces.removeFirst()
      } else {
        last = nil
      }
    }
  }

  /// Drops all records; the indexes of later ones continue, and the ends of processes stay.
  package mutating func dropRecords() {
    full = Queue()
    pieces = []
    last = nil
    room = 0
    firstIndex = endIndex
  }

  private mutating func append(_ exit: ProcessExit, of app: AppIdentifier) {
    while exits.count <= app.position { exits.append(ExitLog()) }
    exits[app.position].append(exit, limit: max(1, exitLimit))
  }

  // MARK: - Reading

  /// The record of an index; nil when it was dropped or is not there yet.
  ///
  /// - Complexity: O(log n) in the number of records
  package subscript(index: Int) -> Record? {
    guard index >= firstIndex, index < endIndex else { return nil }
    let piece = piece(at: position(of: index))
    return piece?.records[index - (piece?.firstIndex ?? 0)]
  }

  private var pieceCount: Int { full.count + pieces.count + (last == nil ? 0 : 1) }

  /// The piece of a position: the full ones first, the last one last.
  private func piece(at position: Int) -> Piece? {
    if position < full.count { return full[position] }
    let after = position - full.count
    return after < pieces.count ? pieces[after] : last
  }

  /// The position of the piece that holds the record of an index that is kept.
  private func position(of index: Int) -> Int {
    if let last, index >= last.firstIndex { return full.count + pieces.count }
    if let first = pieces.first, index >= first.firstIndex {
      return full.count + (pieces.lastIndex { $0.firstIndex <= index } ?? 0)
    }
    var (low, high) = (0, full.count)
    while low < high {
      let middle = (low + high) / 2
      if let piece = full[middle], piece.endIndex <= index {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Goes through the records from an index on that are kept, in order.
  ///
  /// - Complexity: O(n) in the number of records
  package func forEach(since index: Int = 0, _ body: (Record) -> Void) {
    let start = max(index, firstIndex)
    guard start < endIndex else { return }
    for position in position(of: start)..<pieceCount {
      guard let piece = piece(at: position) else { break }
      for record in piece.records[max(0, start - piece.firstIndex)...] { body(record) }
    }
  }

  /// The records from an index on that are kept, in order.
  ///
  /// - Complexity: O(n) in the number of records returned
  package func records(since index: Int = 0) -> [Record] {
    var found: [Record] = []
    forEach(since: index) { found.append($0) }
    return found
  }

  /// The messages that were sent to an app, handled or not, in order.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - index: The first record to read; nil for the beginning of the installation.
  ///   - isSeen: Whether a message is counted.
  /// - Returns: The messages.
  /// - Complexity: O(n) in the number of records read
  package func messages(
    to app: AppIdentifier, since index: Int? = nil, where isSeen: (Record) -> Bool = { _ in true }
  ) -> [Message] {
    var found: [Message] = []
    forEach(since: index ?? firstRecord(of: app)) { record in
      if record.app == app, case .message(let message) = record.subject,
        isSeen(record)
      {
        found.append(message)
      }
    }
    return found
  }

  /// The messages that a scene was sent from one life of an app on, in order.
  ///
  /// - Complexity: O(n) in the number of records read
  package func messages(
    to scene: SceneIdentifier, of app: AppIdentifier, since incarnation: Int32,
    where isSeen: (Record) -> Bool = { _ in true }
  ) -> [Message] {
    var found: [Message] = []
    forEach(since: firstRecord(of: app)) { record in
      if record.app == app, record.incarnation >= incarnation, record.scene == scene,
        case .message(let message) = record.subject,
        isSeen(record)
      {
        found.append(message)
      }
    }
    return found
  }

  /// The index of the first record of an app's installation; removing an app ends it.
  package func firstRecord(of app: AppIdentifier) -> Int {
    firstRecords.indices.contains(app.position) ? firstRecords[app.position] : 0
  }

  /// How the processes of an app ended, the last one last.
  package func exits(of app: AppIdentifier) -> [ProcessExit] {
    exits.indices.contains(app.position) ? exits[app.position].all : []
  }

  /// Whether every record about an app from an index on is still kept.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - index: The first record to read; nil for the beginning of the installation.
  /// - Returns: Whether none of them was dropped.
  package func keepsRecords(of app: AppIdentifier, since index: Int? = nil) -> Bool {
    firstIndex <= (index ?? firstRecord(of: app))
  }

  /// Whether the end of every process of an app is still remembered.
  package func keepsExits(of app: AppIdentifier) -> Bool {
    guard exits.indices.contains(app.position) else { return true }
    return (exits[app.position].first?.incarnation ?? 1) <= 1
  }
}

/// The ends of an app's processes, the last one last, the oldest dropped beyond a limit.
struct ExitLog: Sendable {
  /// How many ends a run holds before another is begun.
  private static let runSize = 32

  private var runs = Queue<[ProcessExit]>()
  /// How many ends at the beginning of the first run were dropped.
  private var dropped = 0
  private(set) var count = 0

  /// Adds an end, and drops the oldest if there are more than the limit then.
  mutating func append(_ exit: ProcessExit, limit: Int) {
    if let last = runs.last, last.count < Self.runSize {
      runs.changeLast { $0.append(exit) }
    } else {
      runs.append([exit])
    }
    count += 1
    if count > limit { dropFirst() }
  }

  private mutating func dropFirst() {
    count -= 1
    dropped += 1
    guard let first = runs.first, dropped == first.count else { return }
    runs.removeFirst()
    dropped = 0
  }

  /// The oldest end that is remembered.
  var first: ProcessExit? { runs.first.flatMap { dropped < $0.count ? $0[dropped] : nil } }

  /// All of them.
  var all: [ProcessExit] { Array(runs.joined().dropFirst(dropped)) }
}
