// Memory (R114 to R116): what processes take, what the system frees and in which order, and whom it
// warns. What all processes take together is kept as a running total.

extension Device {
  // MARK: - Looking

  /// The memory of the device in bytes.
  package var totalMemory: Int64 { profile.memory ?? MemoryTable.memory(of: profile) }

  /// The memory that is free, in bytes; a quarter of the device's is the system's own.
  package var freeMemory: Int64 { max(0, ownMemory - usedMemory) }

  /// The memory that apps can have, in bytes.
  private var ownMemory: Int64 { totalMemory - totalMemory / 4 }

  /// What an app's process takes, in bytes; 0 without one.
  package func memory(of app: AppIdentifier) -> Int64 { installation(app)?.process?.memory ?? 0 }

  /// The priority of an app's process for memory, the lowest first in line to lose it (R114).
  package func memoryPriority(of app: AppIdentifier) -> Int? {
    guard let process = installation(app)?.process else { return nil }
    return process.memoryPriority
  }

  // MARK: - Taking

  /// What an app's process takes before it allocates anything.
  private func footprint(of app: AppIdentifier) -> Int64 {
    if case .int(let bytes)? = installations[app.position].description.info[.memory] {
      return max(0, bytes)
    }
    return MemoryTable.ordinaryFootprint
  }

  /// A process has been started, and its start was recorded; a device that has no room even after
  /// all others have ended ends it again.
  ///
  /// - Returns: Whether the process goes on.
  mutating func takeMemory(for id: ProcessIdentifier, cause: Int) -> Bool {
    let bytes = footprint(of: id.app)
    change(id) { $0.memory = bytes }
    usedMemory += bytes
    makeRoom(for: 0, beside: id, needing: bytes, cause: cause)
    return isAlive(id)
  }

  /// Takes memory for an app; more than there is ends other processes, or this one.
  ///
  /// - Throws: `CallFault.negativeSize`, and `processEnded` when the process has ended.
  package mutating func allocate(_ bytes: Int64, in id: ProcessIdentifier) throws(CallFault) {
    guard bytes >= 0 else { throw .negativeSize }
    guard let memory = process(id)?.memory else { throw .processEnded }
    let limit = totalMemory / 2
    guard bytes <= limit, memory + bytes <= limit else {
      end(
        id, .memoryPressure, rule: .R114, cause: cause,
        detail: "per-process-limit: more than \(ByteCount(limit)), half of the device's memory.")
      return
    }
    change(id) { $0.memory += bytes }
    usedMemory += bytes
    makeRoom(for: 0, beside: id, needing: bytes, cause: cause)
  }

  /// Gives memory back that was allocated; never more than that.
  ///
  /// - Throws: `CallFault.negativeSize`, and `processEnded` when the process has ended.
  package mutating func free(_ bytes: Int64, in id: ProcessIdentifier) throws(CallFault) {
    guard bytes >= 0 else { throw .negativeSize }
    guard let memory = process(id)?.memory else { throw .processEnded }
    let freed = min(bytes, max(0, memory - footprint(of: id.app)))
    change(id) { $0.memory -= freed }
    usedMemory -= freed
  }

  // MARK: - Making room

  /// Something needs memory for a moment; what cannot be had even after everything has ended that
  /// may end is refused (R114).
  mutating func press(for bytes: Int64, cause: Int) -> Refusal? {
    let needed = max(0, bytes)
    makeRoom(for: needed, beside: nil, needing: bytes, cause: cause)
    return lastingMemory > ownMemory - needed ? .memoryIsShort : nil
  }

  /// Frees memory until that much is free: suspended processes first, then a warning, then running
  /// ones, by priority and size (R114, R115).
  private mutating func makeRoom(
    for bytes: Int64, beside spared: ProcessIdentifier?, needing needed: Int64, cause: Int?
  ) {
    let available = ownMemory - bytes
    // The sum over all processes is needed only where memory is short.
    guard usedMemory > available, lastingMemory > available else { return }
    let need = MemoryNeed(process: spared, bytes: needed, cause: cause)
    purge(upTo: MemoryPriority.suspended, for: need, until: available)
    guard lastingMemory > available else { return }
    sendMemoryWarnings(cause: cause)
    purge(upTo: MemoryPriority.foreground, for: need, until: available)
    guard lastingMemory > available, let spared, isAlive(spared) else { return }
    endForMemory(spared, for: need)
  }

  /// What all processes take that have not been given notice for their memory, which is as good as
  /// free.
  private var lastingMemory: Int64 {
    processes.reduce(usedMemory) { sum, process in
      process.termination == .memoryPressure ? sum - process.memory : sum
    }
  }

  private mutating func purge(
    upTo highest: Int, for need: MemoryNeed, until available: Int64
  ) {
    let candidates =
      processes
      .filter {
        $0.identifier != need.process && $0.memoryPriority <= highest && $0.termination == nil
      }
      .map { (id: $0.identifier, rank: ($0.memoryPriority, -$0.memory, $0.number)) }
      .sorted { $0.rank < $1.rank }
    for candidate in candidates {
      guard lastingMemory > available else { return }
      endForMemory(candidate.id, for: need)
    }
  }

  /// Ends a process for its memory; by the documents one in the background is told (R116).
  private mutating func endForMemory(_ id: ProcessIdentifier, for need: MemoryNeed) {
    guard let process = process(id) else { return }
    if !process.isSuspended, process.intended == .background,
      profile.evidence(for: .noticeAtPurge) == .documented
    {
      giveNotice(
        to: id, .memoryPressure, rule: .R116, cause: need.cause ?? max(0, trace.endIndex - 1))
      return
    }
    end(
      id, .memoryPressure, rule: process.isSuspended ? .R074 : .R114, cause: need.cause,
      detail: "It was \(process.state.words) and took \(ByteCount(process.memory)); "
        + "\(taker(need, than: id)) needed \(ByteCount(need.bytes)).")
  }

  /// Who needs memory, for the process that ends for it.
  private func taker(_ need: MemoryNeed, than id: ProcessIdentifier) -> String {
    guard let app = need.process?.app else { return "something else" }
    return app == id.app ? "it" : installations[app.position].description.name
  }

  mutating func warnMemory(cause: Int) -> Refusal? {
    sendMemoryWarnings(cause: cause)
    return nil
  }

  /// Warns every running app, its delegate first and then its view controllers (R115).
  mutating func sendMemoryWarnings(cause: Int?) {
    for process in processes
    where !process.isSuspended && process.termination == nil {
      let id = process.identifier
      enqueue(.send(.didReceiveMemoryWarning, [], .R115), for: id, cause: cause)
      sendToViews(.viewDidReceiveMemoryWarning, [], of: id, rule: .R115, cause: cause)
    }
  }
}

/// Memory that is needed at once.
private struct MemoryNeed {
  /// The process that takes it and is spared; nil where it is none.
  let process: ProcessIdentifier?
  let bytes: Int64
  /// The record that led to it.
  let cause: Int?
}

/// The priorities of processes for memory, as the kernel numbers them (R114).
enum MemoryPriority {
  static let suspended = 0
  static let background = 3
  static let foreground = 10
  /// Audio and accessories, which the user notices.
  static let supporting = 12
}

extension Process {
  /// Its priority for memory, the lowest first in line to lose it.
  // Inlined, so that it reads a process where it stands.
  @inline(__always)
  var memoryPriority: Int {
    if isSuspended { return MemoryPriority.suspended }
    if intended != .background { return MemoryPriority.foreground }
    return hasUnboundedAssertion ? MemoryPriority.supporting : MemoryPriority.background
  }
}
