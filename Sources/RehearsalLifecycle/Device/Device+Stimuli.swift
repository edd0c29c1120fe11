// How the device answers a stimulus: mistakes of whoever asks are thrown, everything else is
// carried out or refused with a record. Every state answers every stimulus.

extension Device {
  /// Carries out a stimulus as far as the device itself goes; the app code's turns come after it.
  ///
  /// - Throws: `SimulationError` for an app or a control that the device does not have.
  mutating func apply(_ stimulus: Stimulus) throws(SimulationError) -> StimulusOutcome {
    try check(stimulus)
    let root = record(
      .stimulus(stimulus.name), app: stimulus.app, cause: nil, arguments: stimulus.arguments)
    cause = root
    defer { cause = nil }
    guard let refusal = carryOut(stimulus, cause: root) else { return .done }
    // A touch that names no app is refused to the one on the screen that it means.
    var owner = stimulus.app
    if case .touch(nil, let label) = stimulus { owner = touchedApp(nil, label) }
    let index = record(
      .refusal(refusal), app: owner, rule: refusal.rule, cause: root,
      arguments: stimulus.arguments, detail: reason(of: refusal, for: owner))
    return .refused(record: index)
  }

  private func check(_ stimulus: Stimulus) throws(SimulationError) {
    if let app = stimulus.app {
      guard let installation = installation(app) else { throw .unknownApp }
      guard installation.isInstalled || stimulus == .install(app) else {
        throw .notInstalled(app: installation.description.name)
      }
    }
    if case .touch(let app, let label) = stimulus {
      let known = controls(of: app)
      guard known.contains(label) else { throw .unknownControl(label: label, known: known) }
    }
  }

  /// The labels that a touch may mean: of the app, of the app in front, or of any app.
  private func controls(of app: AppIdentifier?) -> [String] {
    if let app { return installation(app)?.description.controls ?? [] }
    if frontmost != nil {
      return appsOnScreen.flatMap { installations[$0.position].description.controls }
    }
    return installations.filter(\.isInstalled).flatMap(\.description.controls)
  }

  private mutating func carryOut(_ stimulus: Stimulus, cause: Int) -> Refusal? {
    if !isPoweredOn, stimulus != .powerOn { return .deviceIsOff }
    return switch stimulus {
    case .install(let app): install(app)
    case .uninstall(let app): uninstall(app, cause: cause)
    case .launch(let app): launch(app, cause: cause)
    case .press(.home): pressHome(cause: cause)
    case .press(.lock): lock(cause: cause)
    case .press(.switcher): openSwitcher(cause: cause)
    case .press(.siri): interrupt(.siri, cause: cause)
    case .unlock: unlock(cause: cause)
    case .touch(let app, let label): touch(app, label, cause: cause)
    case .forceQuit(let app): forceQuit(app, cause: cause)
    case .interrupt(let kind): interrupt(kind, cause: cause)
    case .answer(let kind): answer(kind, cause: cause)
    case .dismiss(let kind): dismiss(kind, cause: cause)
    case .hangUp: hangUp(cause: cause)
    case .purge(let app): purge(app, cause: cause)
    case .terminate(let app): terminate(app, cause: cause)
    case .switchTo(let app, let window): switchTo(app, window: window, cause: cause)
    case .open(let url): open(url, cause: cause)
    case .tapNotification(let app): tapNotification(app, cause: cause)
    case .quickAction(let app, let type): quickAction(app, type, cause: cause)
    case .newWindow(let app): newWindow(app, cause: cause)
    case .closeWindow(let app, let window): closeWindow(app, window, cause: cause)
    case .disconnectScene(let app, let window): disconnectScene(app, window, cause: cause)
    case .splitView(let app): splitView(app, cause: cause)
    case .dragDivider: dragDivider(cause: cause)
    case .releaseDivider(let app): releaseDivider(closing: app, cause: cause)
    case .rotate(let orientation): rotate(orientation, cause: cause)
    case .update(let app): update(app, cause: cause)
    case .prewarm(let app): prewarm(app, cause: cause)
    case .reboot: reboot(cause: cause)
    case .shutDown: shutDown(cause: cause)
    case .powerOn: powerOn(cause: cause)
    case .push(let app, let payload, let type): push(payload, type, to: app, cause: cause)
    case .fetch(let app): fetch(app, cause: cause)
    case .runBackgroundTask(let app, let identifier):
      runBackgroundTask(identifier, of: app, cause: cause)
    case .cancelBackgroundTask(let app, let identifier):
      cancelBackgroundTask(identifier, of: app, cause: cause)
    case .locate(let app, let movement): locate(app, movement, cause: cause)
    case .crossRegion(let app, let name, let isEntry):
      crossRegion(app, name, isEntry: isEntry, cause: cause)
    case .visit(let app, let name): visit(app, name, cause: cause)
    case .bluetoothEvent(let app, let name): bluetoothEvent(app, name, cause: cause)
    case .warnMemory: warnMemory(cause: cause)
    case .pressure(let bytes): press(for: bytes, cause: cause)
    case .connect(let kind, let name): connect(kind, name, cause: cause)
    case .disconnect(let kind, let name): disconnect(kind, name, cause: cause)
    case .changeLocale(let name): changeLocale(name, cause: cause)
    case .setClock(let text): setClock(text, cause: cause)
    case .changeTimeZone(let name): changeTimeZone(name, cause: cause)
    case .setting(let change): set(change, cause: cause)
    case .appSetting(let app, let change): set(change, of: app, cause: cause)
    case .condition(let change): set(change, cause: cause)
    }
  }

  // MARK: - Installing

  private mutating func install(_ app: AppIdentifier) -> Refusal? {
    guard !installations[app.position].isInstalled else { return .alreadyInstalled }
    installations[app.position].isInstalled = true
    installations[app.position].firstRecord = trace.endIndex
    return nil
  }

  private mutating func uninstall(_ app: AppIdentifier, cause: Int) -> Refusal? {
    installations[app.position].pendingLaunch = nil
    if let id = installations[app.position].process?.identifier {
      end(id, .uninstalled, rule: nil, cause: cause, detail: "The app was removed.")
    }
    switcher.removeAll { $0 == app }
    discardHeldPush(of: app)
    endTransfers(of: app, cause: cause)
    installations[app.position].isInstalled = false
    installations[app.position].wasForceQuit = false
    installations[app.position].storage = Storage()
    installations[app.position].sessions = Rare()
    installations[app.position].hasSavedState = false
    installations[app.position].snapshots = []
    installations[app.position].registrations = Rare()
    installations[app.position].settings = Rare()
    installations[app.position].lastUse = nil
    return nil
  }

  /// A new version replaces the app: its process ends, its data stays.
  private mutating func update(_ app: AppIdentifier, cause: Int) -> Refusal? {
    installations[app.position].pendingLaunch = nil
    if let id = installations[app.position].process?.identifier {
      end(id, .updated, rule: nil, cause: cause, detail: "The app was updated.")
    }
    return nil
  }

  // MARK: - Touches

  /// Queues a touch for the app in front; only an active app gets it (R003).
  private mutating func touch(_ app: AppIdentifier?, _ label: String, cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    guard let front = touchedApp(app, label) else { return .noAppInFront }
    guard isOnScreen(front) else { return .appIsNotInFront }
    guard let process = installations[front.position].process else { return .noAppInFront }
    guard process.intended == .active,
      let control = installations[front.position].description.controls.firstIndex(of: label)
    else { return .appIsNotActive }
    let id = process.identifier
    if process.mainThread.isBlocked { arm(.eventHandling, for: id, cause: cause) }
    enqueue(.touch(control: control), for: id, cause: cause)
    return nil
  }

  /// The app that a touch means: in Split View, whichever of the two has such a control.
  private func touchedApp(_ app: AppIdentifier?, _ label: String) -> AppIdentifier? {
    app
      ?? appsOnScreen.first {
        installations[$0.position].description.controls.contains(label)
      } ?? frontmost
  }
}
