// What processes hold of the hardware and of shared data, and what the way to the background and
// the suspension do to it, in one table (R063 to R066). What interrupts the camera is with the
// cameras (R155).

import RehearsalValues

/// Something of the hardware or of shared data.
public enum ResourceKind: String, CaseIterable, Hashable, Sendable {
  case camera
  /// The system's store of contacts, or of calendars.
  case contactsStore
  case fileLock, socket, bonjour, accessory

  /// What `contactsStore` was called before, which was taken for a database of the app's own.
  package static let oldNameOfStore = "sharedDatabase"

  /// What happens to a resource.
  fileprivate enum Loss: Sendable {
    case isKept, isLost
    /// Holding it ends the process.
    case kills(ExitReason, code: Int64?, RuleNumber)
  }

  /// The rule that speaks of it on a device, nil where none does, and what happens to it when the
  /// app has reached the background and when it is suspended.
  fileprivate func row(
    _ device: DeviceTraits
  ) -> (rule: RuleNumber?, inBackground: Loss, atSuspension: Loss) {
    switch self {
    case .camera: (.R155, .isKept, .isKept)
    case .contactsStore:
      (.R064, .isKept, .kills(.resourceInBackground, code: ExitCode.lockHeld, .R064))
    case .fileLock:
      device.has(.fileLockEndsProcess)
        ? (.R066, .isKept, .kills(.lockHeld, code: ExitCode.lockHeld, .R066))
        : (nil, .isKept, .isKept)
    case .socket, .bonjour: (.R063, .isKept, .isLost)
    case .accessory: (.R063, .isLost, .isKept)
    }
  }
}

/// Names a resource that a process holds.
public struct ResourceIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let place: SlotPlace

  /// Makes the identifier of what holds a place.
  package init(_ place: SlotPlace) { self.place = place }
}

/// A resource that a process holds.
struct HeldResource: SlotElement {
  let kind: ResourceKind
  let name: String
  /// What its capture session wants, for a camera.
  let capture: CaptureOptions
  /// The record of its acquisition.
  let record: Cause
  /// Whether it can be used; false after the system took it, and while it is interrupted.
  var isValid = true
  /// What interrupts a camera; nil for anything else.
  var interruption: CaptureInterruption?
}

/// How an app draws with the graphics processor.
public enum GraphicsInterface: String, CaseIterable, Hashable, Sendable {
  case openGLES, metal
}

/// How a drawing command went.
public enum DrawingResult: String, CaseIterable, Hashable, Sendable {
  case done, notPermitted
}

/// The resources that processes hold.
struct Resources: Sendable {
  private struct Holding: DefaultInitializable {
    var table = SlotTable<ResourceIdentifier, HeldResource>()
  }

  private var holdings = AppTable<Holding>()

  /// Whether no process holds anything.
  var isEmpty: Bool { holdings.isEmpty }

  /// Whether a process of an app holds, or held, something.
  func isHolder(_ app: AppIdentifier) -> Bool { !holdings.isEmpty(app) }

  /// What a process holds, in the order of its acquisition.
  func held(by app: AppIdentifier) -> [(identifier: ResourceIdentifier, resource: HeldResource)] {
    guard let table = holdings.read(app, { $0.table }) else { return [] }
    return table.identifiers.compactMap { identifier in table[identifier].map { (identifier, $0) } }
  }

  /// A camera is interrupted, or continues.
  mutating func set(
    _ interruption: CaptureInterruption?, of resource: ResourceIdentifier, of app: AppIdentifier
  ) {
    holdings[app].table.change(resource) {
      $0.interruption = interruption
      $0.isValid = interruption == nil
    }
  }

  fileprivate func isValid(_ resource: ResourceIdentifier, of app: AppIdentifier) -> Bool {
    holdings.read(app) { $0.table[resource]?.isValid ?? false } ?? false
  }

  /// Acquires a resource; the camera cannot be had in the background before iOS 9 (R155).
  fileprivate mutating func acquire(
    _ kind: ResourceKind, name: String, _ capture: CaptureOptions, in id: ProcessIdentifier,
    _ kernel: inout Kernel
  ) -> ResourceIdentifier? {
    let isInBackground =
      kernel.read(id) { $0.reportedState == .background && $0.targetState == .background } == true
    if kind == .camera, isInBackground, !kernel.has(.captureInterruptionReasons) {
      kernel.record(
        .refusal(.noCameraInBackground), of: id, rule: RefusalReason.noCameraInBackground.rule,
        cause: kernel.cause, details: .refusal(.none))
      return nil
    }
    let record = kernel.record(
      .assertion(.acquired), of: id, rule: kind.row(kernel.traits).rule, cause: kernel.cause,
      details: .resource(kind, name: name))
    let resource = holdings[id.app].table.insert(
      HeldResource(kind: kind, name: name, capture: capture, record: record))
    if isInBackground { loseInBackground(of: id, &kernel) }
    if kind == .camera { kernel.emit(.reviewCameras(cause: record)) }
    return resource
  }

  fileprivate mutating func release(
    _ resource: ResourceIdentifier, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard kernel.isAlive(id), !holdings.isEmpty(id.app),
      let held = holdings[id.app].table.remove(resource)
    else { return }
    kernel.record(
      .assertion(.released), of: id, rule: held.kind.row(kernel.traits).rule, cause: kernel.cause,
      details: .resource(held.kind, name: ""))
    if held.kind == .camera { kernel.emit(.reviewCameras(cause: kernel.cause)) }
  }

  // MARK: - Losing

  /// The app has reached the background.
  mutating func loseInBackground(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    let keepsAccessories =
      kernel.has(.accessoryMode)
      && kernel.description(of: id.app).hasBackgroundMode(.externalAccessory)
    let traits = kernel.traits
    lose(of: id, &kernel) { kind in
      kind == .accessory && keepsAccessories ? .isKept : kind.row(traits).inBackground
    }
  }

  /// The process is about to be suspended; what it holds may be its end.
  mutating func loseAtSuspension(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    let traits = kernel.traits
    lose(of: id, &kernel) { $0.row(traits).atSuspension }
  }

  private mutating func lose(
    of id: ProcessIdentifier, _ kernel: inout Kernel, by loss: (ResourceKind) -> ResourceKind.Loss
  ) {
    let table = holdings[id.app].table
    for identifier in table.identifiers {
      guard let held = table[identifier], held.isValid else { continue }
      switch loss(held.kind) {
      case .isKept: break
      case .isLost: lose(identifier, held, of: id, &kernel)
      case .kills(let reason, let code, let rule):
        return kernel.emit(
          .end(id, reason, code: code, rule: rule, cause: held.record, .heldResource(held.kind)))
      }
    }
  }

  private mutating func lose(
    _ resource: ResourceIdentifier, _ held: HeldResource, of id: ProcessIdentifier,
    _ kernel: inout Kernel
  ) {
    holdings[id.app].table.change(resource) { $0.isValid = false }
    kernel.record(
      .assertion(.lost), of: id, rule: .R063, cause: held.record,
      details: .resource(held.kind, name: ""))
    if held.kind == .accessory {
      postAccessoryChange(held.name, isConnected: false, to: id, &kernel)
    }
  }

  /// An app that comes back gets its accessories back (R063).
  mutating func regainAccessories(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    let table = holdings[id.app].table
    for identifier in table.identifiers {
      guard let held = table[identifier], held.kind == .accessory, !held.isValid else { continue }
      holdings[id.app].table.change(identifier) { $0.isValid = true }
      postAccessoryChange(held.name, isConnected: true, to: id, &kernel)
    }
  }

  private func postAccessoryChange(
    _ name: String, isConnected: Bool, to id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    let info = ScriptValue.map(named: [("name", .string(name))])
    kernel.enqueue(
      .post(isConnected ? .accessoryDidConnect : .accessoryDidDisconnect, [info], .R063), for: id,
      cause: kernel.cause)
  }

  mutating func processEnded(_ id: ProcessIdentifier) { holdings.remove(id.app) }

  // MARK: - Identity

  /// Combines what an app's process holds.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    let table = holdings.read(app) { $0.table } ?? SlotTable()
    walk.combine(each: table) { walk, held in
      walk.combine(held.kind)
      walk.combine(held.name)
      walk.combine(held.capture.multitasks)
      walk.combine(held.capture.records)
      walk.combine(held.isValid)
      walk.combine(held.interruption)
    }
  }

  /// The identifiers of an app's process, in their order.
  func number(_ app: AppIdentifier, in walk: inout IdentityWalk) {
    guard !holdings.isEmpty(app) else { return }
    walk.number(holdings[app].table.identifiers, as: .resource)
  }
}

// MARK: - For app code

/// What an app asks of hardware and shared data.
extension AppContext {
  /// Acquires a resource; the camera is interrupted in the background, and before iOS 9 it cannot be
  /// had there (R155).
  ///
  /// - Parameters:
  ///   - kind: What is acquired.
  ///   - name: Its name, for people; empty for none.
  ///   - capture: What a camera's capture session wants; without meaning for anything else.
  /// - Returns: The resource; nil when it cannot be had, and when the process has ended.
  package func acquire(
    _ kind: ResourceKind, name: String, _ capture: CaptureOptions
  ) -> ResourceIdentifier? {
    guard isAlive else { return nil }
    let resource = ask { parts, kernel in
      parts.services.resources.acquire(kind, name: name, capture, in: process, &kernel)
    }
    return isAlive ? resource : nil
  }

  /// Notes that the app's code used the old name of the system's store of contacts.
  package func noteOldNameOfStore() {
    ask { _, kernel in kernel.record(.oldNameOfStore, of: process, cause: kernel.cause) }
  }

  /// Gives a resource back; without effect when that is done.
  package func release(_ resource: ResourceIdentifier) {
    ask { parts, kernel in parts.services.resources.release(resource, in: process, &kernel) }
  }

  /// Whether a resource is held and can be used.
  package func isValid(_ resource: ResourceIdentifier) -> Bool {
    isAlive
      && read { parts, _ in parts.services.resources.isValid(resource, of: process.app) }
  }

  /// Draws with the graphics processor; in the background that is refused, or the end (R065).
  package func render(with interface: GraphicsInterface) -> DrawingResult {
    ask { parts, kernel in
      guard kernel.read(process, { $0.reportedState }) == .background,
        !parts.services.taskScheduler.mayDraw(
          parts.runningBoard.scheduledTasks(of: process.app), of: process.app)
      else { return .done }
      if interface == .metal, kernel.has(.metalIsRefused) {
        kernel.record(.drawingInBackground, of: process, cause: kernel.cause)
      } else {
        let code = parts.springBoard.isLocked ? ExitCode.drawingWhileLocked : nil
        kernel.emit(
          .end(
            process, .backgroundGPU, code: code, rule: .R065, cause: kernel.cause,
            .drew(interface)))
      }
      return .notPermitted
    }
  }
}
