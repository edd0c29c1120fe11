// What processes hold of the hardware and of shared data (R063 to R066): acquiring, releasing, and
// what the way to the background and the suspension do to it.

extension Device {
  // MARK: - For app code

  /// Acquires a resource; the camera in the background is the end of the process (R064).
  ///
  /// - Returns: The resource; nil when the process has ended.
  package mutating func acquire(
    _ kind: ResourceKind, name: String, in id: ProcessIdentifier
  ) -> ResourceIdentifier? {
    guard isAlive(id) else { return nil }
    let index = record(
      .assertion(.acquired), of: id, rule: kind.rule(on: profile.system), cause: cause,
      detail: kind.rawValue + (name.isEmpty ? "" : " “\(name)”"))
    let resource = HeldResource(kind: kind, name: name, record: index)
    let identifier = change(id) { $0.services.value.resources.insert(resource) }
    if process(id)?.readable == .background { loseInBackground(of: id) }
    return isAlive(id) ? identifier : nil
  }

  /// Gives a resource back; without effect when that is done.
  package mutating func release(_ resource: ResourceIdentifier, in id: ProcessIdentifier) {
    guard
      case .some(.some(let held)) = change(
        id, { $0.services.value.resources.remove(resource) })
    else { return }
    record(
      .assertion(.released), of: id, rule: held.kind.rule(on: profile.system), cause: cause,
      detail: held.kind.rawValue)
  }

  /// Whether a resource is held and can be used.
  package func isResourceValid(_ resource: ResourceIdentifier, in id: ProcessIdentifier) -> Bool {
    process(id)?.services.value.resources[resource]?.isValid ?? false
  }

  /// Draws with the graphics processor; in the background that is refused, or the end (R065).
  package mutating func render(
    with interface: GraphicsInterface, in id: ProcessIdentifier
  ) -> DrawingResult {
    guard let process = process(id), process.readable == .background else { return .done }
    let isRefused =
      interface == .metal
      && (profile.evidence(for: .graphicsInBackground) == .documented || profile.system >= 13)
    guard !isRefused else {
      let advice = Advice.drawingInBackground
      record(.advice(advice), of: id, rule: advice.rule, cause: cause, detail: advice.text)
      return .notPermitted
    }
    end(
      id, .backgroundGPU, code: isLocked ? ExitCode.drawingWhileLocked : nil, rule: .R065,
      cause: cause, detail: "It drew with \(interface.rawValue) in the background.")
    return .notPermitted
  }

  // MARK: - Losing

  /// The app has come to the background.
  mutating func loseInBackground(of id: ProcessIdentifier) {
    guard let services = process(id)?.services, !services.isEmpty else { return }
    let keepsAccessories =
      installations[id.app.position].description.hasBackgroundMode(.externalAccessory)
      && SystemVersionRange.from(5).contains(profile.system)
    lose(of: id) { kind in
      kind == .accessory && keepsAccessories ? .isKept : kind.inBackground
    }
  }

  /// The process is about to be suspended; false when what it holds was its end.
  mutating func loseAtSuspension(of id: ProcessIdentifier) -> Bool {
    guard let services = process(id)?.services, !services.isEmpty else { return true }
    let system = profile.system
    lose(of: id) { $0.atSuspension(on: system) }
    return isAlive(id)
  }

  private mutating func lose(
    of id: ProcessIdentifier, by loss: (ResourceKind) -> ResourceKind.Loss
  ) {
    let resources = process(id)?.services.value.resources ?? SlotTable()
    for identifier in resources.identifiers {
      guard let held = resources[identifier], held.isValid else { continue }
      switch loss(held.kind) {
      case .isKept: break
      case .isLost: lose(identifier, held, of: id)
      case .kills(let reason, let code, let rule):
        end(
          id, reason, code: code, rule: rule, cause: held.record,
          detail: "It held a resource that it may not hold then: \(held.kind.rawValue).")
        return
      }
    }
  }

  private mutating func lose(
    _ resource: ResourceIdentifier, _ held: HeldResource, of id: ProcessIdentifier
  ) {
    change(id) { process in
      process.services.value.resources.change(resource) { $0.isValid = false }
    }
    record(
      .assertion(.lost), of: id, rule: .R063, cause: held.record, detail: held.kind.rawValue)
    if held.kind == .accessory { tellOfAccessory(held.name, isConnected: false, to: id) }
  }

  /// An app that comes back gets its accessories back (R063).
  mutating func regainAccessories(of id: ProcessIdentifier) {
    guard let services = process(id)?.services, !services.isEmpty else { return }
    let resources = services.value.resources
    for identifier in resources.identifiers {
      guard let held = resources[identifier], held.kind == .accessory, !held.isValid else {
        continue
      }
      change(id) { process in
        process.services.value.resources.change(identifier) { $0.isValid = true }
      }
      tellOfAccessory(held.name, isConnected: true, to: id)
    }
  }

  private mutating func tellOfAccessory(
    _ name: String, isConnected: Bool, to id: ProcessIdentifier
  ) {
    let info = PlainValue.map([.init(key: .string("name"), value: .string(name))])
    enqueue(
      .post(isConnected ? .accessoryDidConnect : .accessoryDidDisconnect, info, .R063), for: id,
      cause: cause)
  }
}

extension ResourceKind {
  /// The rule that speaks of it on a version; nil where none does.
  fileprivate func rule(on system: SystemVersion) -> RuleNumber? {
    switch self {
    case .camera, .sharedDatabase: .R064
    case .fileLock: SystemVersionRange.from(9).contains(system) ? .R066 : nil
    case .socket, .bonjour, .accessory: .R063
    }
  }
}
