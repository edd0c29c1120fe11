// What steps of a device give out. It is no part of the device's state: whoever moves the device
// takes it after each step, keeps what it wants of it and drops the rest.

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

  private(set) var records: [Record] = []
  private(set) var ends: [End] = []
  private(set) var installations: [Installation] = []
  private(set) var hostMessages: [HostMessage] = []

  mutating func append(_ record: consuming Record) {
    // What most actions come to, at once: the list is handed over with its first step.
    if records.isEmpty { records.reserveCapacity(12) }
    records.append(record)
  }

  /// Takes the record back that was appended last.
  mutating func removeLastRecord() { _ = records.popLast() }

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

  /// Moves the records to the end of a list.
  mutating func moveRecords(to list: inout [Record]) {
    if records.count == 1 { return list.append(records.removeLast()) }
    list.append(contentsOf: records)
    removeRecords()
  }

  mutating func removeRecords() { records.removeAll(keepingCapacity: true) }

  /// Forgets what was taken; what the app code told the host stays until the host asks.
  mutating func removeHistory() {
    if !ends.isEmpty { ends.removeAll(keepingCapacity: true) }
    if !installations.isEmpty { installations.removeAll() }
  }

  mutating func takeHostMessages() -> [HostMessage] {
    guard !hostMessages.isEmpty else { return [] }
    defer { hostMessages = [] }
    return hostMessages
  }
}
