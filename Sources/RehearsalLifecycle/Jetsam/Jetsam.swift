// Jetsam keeps account of memory: what processes take, what has to go when it is short, in which
// order, and who is warned (R114 to R116). It names the processes that end; what all of them take
// together is a running total.

import RehearsalValues

/// The memory of the device and what processes take of it.
struct Jetsam: Sendable {
  private struct Footprint: DefaultInitializable {
    /// In bytes.
    var bytes: Int64 = 0
  }

  /// The priorities of processes for memory, as the kernel numbers them (R114).
  private enum Priority {
    static let suspended = 0
    static let background = 3
    static let foreground = 10
    /// Audio and accessories, which the user notices.
    static let supporting = 12
  }

  private var footprints = SmallAppTable<Footprint>()
  /// What all processes take together, in bytes.
  private(set) var usedMemory: Int64 = 0

  // MARK: - Looking

  /// What an app's process takes, in bytes; 0 without one.
  func memory(of app: AppIdentifier) -> Int64 { footprints[app].bytes }

  /// The memory that is free, in bytes.
  func freeMemory(_ device: DeviceTraits) -> Int64 {
    max(0, device.memoryOfApps - usedMemory)
  }

  /// The priority of a process for memory, the lowest first in line to lose it (R114).
  func priority(of process: CopyOnWriteBox<Process>, _ runningBoard: RunningBoard) -> Int {
    if process.isSuspended { return Priority.suspended }
    if process.targetState != .background { return Priority.foreground }
    return runningBoard.hasUnboundedAssertion(process.identifier.app)
      ? Priority.supporting : Priority.background
  }

  // MARK: - Taking

  private mutating func add(_ bytes: Int64, to app: AppIdentifier) {
    footprints[app].bytes += bytes
    usedMemory += bytes
  }

  /// A process has been started, and its start was recorded; a device that has no room even after
  /// all others have ended ends it again.
  mutating func takeMemory(
    for id: ProcessIdentifier, _ runningBoard: RunningBoard, cause: Cause, _ kernel: inout Kernel
  ) {
    let bytes = kernel.description(of: id.app).ordinaryFootprint
    add(bytes, to: id.app)
    let limit = kernel.traits.memoryLimit(of: kernel.description(of: id.app))
    guard bytes <= limit || !kernel.apps[id.app.position].isExtension else {
      return kernel.emit(
        .end(id, .memoryPressure, rule: .R179, cause: cause, .processMemoryLimit(limit)))
    }
    let demand = MemoryDemand(process: id, bytes: bytes, cause: cause)
    makeRoom(for: 0, demand, runningBoard, &kernel)
  }

  /// Takes memory for an app; more than there is ends other processes, or this one.
  mutating func allocate(
    _ bytes: Int64, in id: ProcessIdentifier, _ runningBoard: RunningBoard,
    _ kernel: inout Kernel
  ) throws(DeviceAPIError) {
    guard bytes >= 0 else { throw .negativeSize }
    guard kernel.isAlive(id) else { throw .processEnded }
    let limit = kernel.traits.memoryLimit(of: kernel.description(of: id.app))
    guard bytes <= limit, memory(of: id.app) + bytes <= limit else {
      return kernel.emit(
        .end(
          id, .memoryPressure, rule: kernel.apps[id.app.position].isExtension ? .R179 : .R114,
          cause: kernel.cause, .processMemoryLimit(limit)))
    }
    add(bytes, to: id.app)
    let demand = MemoryDemand(process: id, bytes: bytes, cause: kernel.cause)
    makeRoom(for: 0, demand, runningBoard, &kernel)
  }

  /// Gives memory back that was allocated; never more than that.
  mutating func free(
    _ bytes: Int64, in id: ProcessIdentifier, _ kernel: Kernel
  ) throws(DeviceAPIError) {
    guard bytes >= 0 else { throw .negativeSize }
    guard kernel.isAlive(id) else { throw .processEnded }
    let allocated = memory(of: id.app) - kernel.description(of: id.app).ordinaryFootprint
    add(-min(bytes, max(0, allocated)), to: id.app)
  }

  mutating func processEnded(_ id: ProcessIdentifier) {
    usedMemory -= memory(of: id.app)
    footprints.remove(id.app)
  }

  // MARK: - Making room

  /// Memory that is needed at once.
  private struct MemoryDemand {
    /// The process that takes it and is exempt; nil where it is none.
    let process: ProcessIdentifier?
    let bytes: Int64
    /// The record that led to it.
    let cause: Cause?
  }

  /// What is taken by processes that will continue, while others are being chosen.
  private struct MemoryBalance {
    var lasting: Int64
    let available: Int64
    var isShort: Bool { lasting > available }
  }

  /// Something needs memory for a moment; what cannot be had even after everything has ended that
  /// may end is refused (R114).
  mutating func press(
    for bytes: Int64, _ runningBoard: RunningBoard, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    let demand = MemoryDemand(process: nil, bytes: bytes, cause: cause)
    let balance = makeRoom(for: max(0, bytes), demand, runningBoard, &kernel)
    return balance.isShort ? .memoryIsShort : nil
  }

  /// Frees memory until that much is free: suspended processes first, then a warning, then running
  /// ones, by priority and size (R114, R115).
  @discardableResult
  private func makeRoom(
    for bytes: Int64, _ demand: MemoryDemand, _ runningBoard: RunningBoard, _ kernel: inout Kernel
  ) -> MemoryBalance {
    let available = kernel.traits.memoryOfApps - bytes
    var balance = MemoryBalance(lasting: usedMemory, available: available)
    // The sum over all processes is needed only where memory is short.
    guard balance.isShort else { return balance }
    // What a Mac has no room for is kept elsewhere (R178).
    guard !kernel.has(.processesRunOn) else {
      balance.lasting = 0
      return balance
    }
    balance.lasting = lastingMemory(kernel)
    guard balance.isShort else { return balance }
    purge(upTo: Priority.suspended, for: demand, &balance, runningBoard, &kernel)
    guard balance.isShort else { return balance }
    sendMemoryWarnings(cause: demand.cause, &kernel)
    purge(upTo: Priority.foreground, for: demand, &balance, runningBoard, &kernel)
    if balance.isShort, let exempt = demand.process.flatMap(kernel.process) {
      end(exempt, for: demand, &balance, &kernel)
    }
    return balance
  }

  /// What all processes take that have not been given notice for their memory, which is as good as
  /// free.
  private func lastingMemory(_ kernel: Kernel) -> Int64 {
    kernel.livingProcesses.reduce(usedMemory) { sum, process in
      process.ending == .memoryPressure ? sum - memory(of: process.identifier.app) : sum
    }
  }

  private func purge(
    upTo highest: Int, for demand: MemoryDemand, _ balance: inout MemoryBalance,
    _ runningBoard: RunningBoard,
    _ kernel: inout Kernel
  ) {
    var candidates: [(process: CopyOnWriteBox<Process>, rank: (Int, Int64, Int))] = []
    for process in kernel.livingProcesses
    where process.identifier != demand.process && process.ending == nil {
      let priority = priority(of: process, runningBoard)
      // The suspended ones have been chosen before.
      guard priority <= highest, highest == Priority.suspended || !process.isSuspended else {
        continue
      }
      candidates.append((process, (priority, -memory(of: process.identifier.app), process.number)))
    }
    candidates.sort { $0.rank < $1.rank }
    for (process, _) in candidates {
      guard balance.isShort else { return }
      end(process, for: demand, &balance, &kernel)
    }
  }

  /// Ends a process for its memory; by the documents one in the background is told (R116).
  private func end(
    _ process: CopyOnWriteBox<Process>, for demand: MemoryDemand, _ balance: inout MemoryBalance,
    _ kernel: inout Kernel
  ) {
    let id = process.identifier
    balance.lasting -= memory(of: id.app)
    if !process.isSuspended, process.targetState == .background, kernel.has(.noticeAtPurge) {
      return kernel.emit(
        .giveNotice(
          id, .memoryPressure, rule: .R116, cause: demand.cause ?? kernel.lastRecord))
    }
    let shortage = MemoryShortage(
      state: process.state, footprint: memory(of: id.app),
      claimant: claimant(demand, than: id, kernel), needed: demand.bytes)
    kernel.emit(
      .end(
        id, .memoryPressure, rule: process.isSuspended ? .R074 : .R114, cause: demand.cause,
        .memory(shortage)))
  }

  /// Who needs memory, for the process that ends for it.
  private func claimant(
    _ demand: MemoryDemand, than id: ProcessIdentifier, _ kernel: Kernel
  ) -> MemoryShortage.Claimant {
    guard let app = demand.process?.app else { return .somethingElse }
    return app == id.app ? .itself : .app(kernel.description(of: app).name)
  }

  /// Warns every running app, its delegate first and then its view controllers (R115); a process
  /// that waits for its launch gets no message (R026).
  func sendMemoryWarnings(cause: Cause?, _ kernel: inout Kernel) {
    for process in kernel.livingProcesses
    where !process.isSuspended && !process.isPrewarmed && process.ending == nil {
      let id = process.identifier
      kernel.enqueue(.send(.didReceiveMemoryWarning, [], .R115), for: id, cause: cause)
      kernel.sendToViews(
        .viewDidReceiveMemoryWarning, [], of: id, rule: .R115, cause: cause)
    }
  }

  /// The memory of an app's process is freed at once; it hears nothing (R074, R082).
  func purge(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let process = kernel.process(of: app) else { return .nothingToPurge }
    guard !kernel.has(.processesRunOn) else { return .nothingIsPurged }
    kernel.emit(
      .end(
        process.identifier, .memoryPressure, rule: process.isSuspended ? .R074 : .R082,
        cause: cause, .state(process.state)))
    return nil
  }
}

extension AppDescription {
  /// What a process takes before it allocates anything, in bytes.
  // Inlined, so that a description that is shared is not copied for it.
  @inline(__always)
  fileprivate var ordinaryFootprint: Int64 {
    if case .integer(let bytes)? = info[.memory] { return max(0, bytes) }
    return containingApp == nil
      ? DeviceMemory.ordinaryFootprint : DeviceMemory.footprintOfExtension
  }
}

extension DeviceTraits {
  /// What one process may take, in bytes: half of the device's memory, and an extension its own limit
  /// (R179).
  fileprivate func memoryLimit(of app: AppDescription) -> Int64 {
    app.containingApp == nil ? totalMemory / 2 : profile.extensionMemory
  }

  /// The memory that apps can have, in bytes; a quarter of the device's is the system's own.
  fileprivate var memoryOfApps: Int64 { totalMemory - totalMemory / 4 }
}

extension Device {
  /// Whether there is memory for the processes of all apps at once, each with what it takes before it
  /// allocates anything.
  package var hasRoomForAllApps: Bool {
    read { state in
      let sum = state.kernel.apps.reduce(0.0) { $0 + Double($1.description.ordinaryFootprint) }
      return sum <= Double(state.kernel.traits.memoryOfApps)
    }
  }
}

extension Jetsam {
  /// Combines what an app's process takes.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    walk.combine(Int(memory(of: app)))
  }
}

// MARK: - Actions

extension Jetsam {
  static let actions: [Action] = [
    Action(
      .warnMemory, "warnMemory", rules: [.R115], "Warns the running apps that memory is short."
    ) {
      parts, kernel, call in
      parts.jetsam.sendMemoryWarnings(cause: call.cause, &kernel)
      return nil
    },
    Action(
      .pressure, "pressure", [ActionParameter("bytes", .size)], rules: [.R114, .R115, .R074],
      "Lets something need that much memory."
    ) { parts, kernel, call throws(SimulationError) in
      parts.jetsam.press(
        for: try call.integer(0), parts.runningBoard, cause: call.cause, &kernel)
    },
  ]
}

// MARK: - For app code

/// What an app asks of memory.
extension AppContext {
  /// Takes memory; more than there is ends other processes, or this one.
  ///
  /// - Parameter bytes: How much, in bytes.
  /// - Throws: `DeviceAPIError.negativeSize`, and `processEnded` when the process has ended.
  package func allocate(_ bytes: Int64) throws(DeviceAPIError) {
    try ask { parts, kernel throws(DeviceAPIError) in
      try parts.jetsam.allocate(bytes, in: process, parts.runningBoard, &kernel)
    }
  }

  /// Gives memory back that was allocated; never more than that.
  ///
  /// - Parameter bytes: How much, in bytes.
  /// - Throws: `DeviceAPIError.negativeSize`, and `processEnded` when the process has ended.
  package func free(_ bytes: Int64) throws(DeviceAPIError) {
    try ask { parts, kernel throws(DeviceAPIError) in
      try parts.jetsam.free(bytes, in: process, kernel)
    }
  }
}
