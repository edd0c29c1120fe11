// What steps of a device give out. It is not part of the device's state: the host takes it after
// each step, keeps what it wants and drops the rest.

/// What happened in the steps since it was taken last, in order.
struct StepOutput: Sendable {
  /// The end of a process.
  struct End: Sendable {
    let process: ProcessIdentifier
    let exit: ProcessExit
  }

  /// An app was put on the device.
  struct Installation: Sendable {
    let app: AppIdentifier
    /// The index of the first record that belongs to it.
    let firstRecord: Int
  }

  private var records: [Record] = []
  /// Whether the list is lent, and has to be given back.
  private(set) var isBorrowed = false
  /// How many of the records were there when the list was lent.
  private var lentCount = 0
  private(set) var ends: [End] = []
  private(set) var installations: [Installation] = []
  private(set) var hostMessages: [HostMessage] = []
  /// What app code has used of its budgets.
  private var instructions = 0

  /// The records of these steps: those after the ones that were lent.
  var newRecords: ArraySlice<Record> { records[lentCount...] }

  /// The room that they take.
  var room: Int {
    var room = 0
    for position in lentCount..<records.count { room += records[position].room }
    return room
  }

  mutating func append(_ record: consuming Record) {
    // Room for what most actions yield, at once: the list is handed over with its first step.
    if records.isEmpty { records.reserveCapacity(12) }
    records.append(record)
  }

  /// Takes the record back that was appended last.
  mutating func removeLastRecord() {
    if records.count > lentCount { records.removeLast() }
  }

  mutating func append(_ message: HostMessage) { hostMessages.append(message) }

  mutating func end(_ process: ProcessIdentifier, _ exit: ProcessExit) {
    ends.append(End(process: process, exit: exit))
  }

  mutating func beginInstallation(of app: AppIdentifier, at index: Int) {
    installations.append(Installation(app: app, firstRecord: index))
  }

  /// Hands over the records, in their order.
  mutating func takeRecords() -> [Record] {
    var taken: [Record] = []
    swap(&taken, &records)
    return taken
  }

  /// Has a list lent, to which the next records are appended where they will be kept: records are
  /// long, and would be copied on their way there.
  mutating func borrow(_ list: inout [Record]) {
    guard records.isEmpty else { return }
    swap(&records, &list)
    lentCount = records.count
    isBorrowed = true
  }

  /// Moves the records to the end of a list, or gives it back with them.
  mutating func moveRecords(to list: inout [Record]) {
    if isBorrowed {
      swap(&records, &list)
      (lentCount, isBorrowed) = (0, false)
    } else {
      list.append(contentsOf: records)
      removeRecords()
    }
  }

  mutating func removeRecords() { records.removeAll(keepingCapacity: true) }

  /// Forgets what was taken; what the app code told the host stays until the host asks.
  mutating func removeHistory() {
    if !ends.isEmpty { ends.removeAll(keepingCapacity: true) }
    if !installations.isEmpty { installations.removeAll() }
  }

  mutating func noteWork(_ instructions: Int) { self.instructions &+= instructions }

  /// What app code has used of its budgets since this was last asked.
  mutating func takeWork() -> Int {
    defer { instructions = 0 }
    return instructions
  }

  mutating func takeHostMessages() -> [HostMessage] {
    guard !hostMessages.isEmpty else { return [] }
    defer { hostMessages = [] }
    return hostMessages
  }
}
