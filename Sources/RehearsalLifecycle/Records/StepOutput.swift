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

  mutating func append(_ record: Record) { records.append(record) }

  mutating func append(_ message: HostMessage) { hostMessages.append(message) }

  mutating func end(_ process: ProcessIdentifier, _ exit: ProcessExit) {
    ends.append(End(process: process, exit: exit))
  }

  mutating func beginInstallation(of app: AppIdentifier, at index: Int) {
    installations.append(Installation(app: app, firstRecord: index))
  }

  /// Hands over the records in their order, each moved and not copied.
  mutating func takeRecords(_ body: (consuming Record) -> Void) {
    if records.count > 1 { records.reverse() }
    while let record = records.popLast() { body(record) }
  }

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
