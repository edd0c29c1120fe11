// What apps show: screens, alerts of their own, drawing, snapshots for the switcher, and the view
// controllers' messages (R056, R057, R059, R062).

extension Device {
  // MARK: - For app code

  /// Shows a screen.
  ///
  /// - Parameters:
  ///   - screen: Its name, in the app's own words.
  ///   - scene: The scene that shows it; nil for an app without scenes, or for the first one.
  ///   - id: The calling process.
  package mutating func show(
    _ screen: String, in scene: SceneIdentifier?, of id: ProcessIdentifier
  ) {
    changeContents(of: id, scene) { $0.screen = screen }
  }

  /// Presents an alert or an action sheet of the app's own, which deactivates nothing (R045).
  package mutating func present(
    _ title: String, in scene: SceneIdentifier?, of id: ProcessIdentifier
  ) {
    changeContents(of: id, scene) { $0.presented = title }
  }

  /// Dismisses what was presented, if anything was; the system itself never does (R062).
  package mutating func dismissPresented(in scene: SceneIdentifier?, of id: ProcessIdentifier) {
    changeContents(of: id, scene) { $0.presented = nil }
  }

  /// Makes the switcher and the next launch show no picture of the app.
  package mutating func ignoreSnapshot(in scene: SceneIdentifier?, of id: ProcessIdentifier) {
    changeContents(of: id, scene) { $0.ignoresSnapshot = true }
  }

  /// Asks for the view to be drawn at the end of the turn; several requests are one.
  package mutating func setNeedsDisplay(in scene: SceneIdentifier?, of id: ProcessIdentifier) {
    guard contents(of: id, scene)?.needsDisplay == false else { return }
    changeContents(of: id, scene) { $0.needsDisplay = true }
    drawIfAwaited(id, scene, cause: cause)
  }

  // MARK: - Looking

  /// The screen that the app shows; nil without a process, and before it showed one.
  package func screen(of app: AppIdentifier) -> String? {
    frontContents(of: app)?.screen
  }

  /// The title of the alert or action sheet that the app presents.
  package func presented(of app: AppIdentifier) -> String? {
    frontContents(of: app)?.presented
  }

  /// The pictures of the app that the system took, the newest last; it shows the newest.
  package func snapshots(of app: AppIdentifier) -> [String] { installation(app)?.snapshots ?? [] }

  private func frontContents(of app: AppIdentifier) -> ScreenContents? {
    guard let process = installation(app)?.process else { return nil }
    let latest = installation(app)?.sessions.value.latest
    return latest.flatMap { process[$0]?.contents } ?? process.contents
  }

  // MARK: - Contents

  private func contents(
    of id: ProcessIdentifier, _ scene: SceneIdentifier?
  ) -> ScreenContents? {
    guard let process = process(id) else { return nil }
    guard let chosen = scene ?? process.scenes.first?.identifier else { return process.contents }
    return process[chosen]?.contents
  }

  private mutating func changeContents(
    of id: ProcessIdentifier, _ scene: SceneIdentifier?, _ body: (inout ScreenContents) -> Void
  ) {
    change(id) { process in
      if let chosen = scene ?? process.scenes.first?.identifier {
        process.changeScene(chosen) { body(&$0.contents) }
      } else {
        body(&process.contents)
      }
    }
  }

  // MARK: - Drawing

  /// Queues the drawing that a view waits for; off the screen it goes on waiting.
  mutating func drawIfAwaited(
    _ id: ProcessIdentifier, _ scene: SceneIdentifier?, cause: Int?
  ) {
    guard contents(of: id, scene)?.needsDisplay == true, process(id)?.readable != .background
    else { return }
    enqueue(.draw, for: id, scene: scene, cause: cause)
  }

  /// The main thread comes to drawing; whether the view has to be drawn.
  mutating func beginDrawing(_ id: ProcessIdentifier, _ scene: SceneIdentifier?) -> Bool {
    guard contents(of: id, scene)?.needsDisplay == true, process(id)?.readable != .background
    else { return false }
    changeContents(of: id, scene) { $0.needsDisplay = false }
    return true
  }

  // MARK: - Snapshots

  /// Queues the snapshot for the switcher and what the view notices of it (R056, R057).
  mutating func queuePictures(
    of id: ProcessIdentifier, scene: SceneIdentifier?, cause: Int
  ) {
    enqueue(.takeSnapshot, for: id, scene: scene, cause: cause)
    if SystemVersionRange.from(13).contains(profile.system) {
      guard process(id)?.handled.contains(.traitCollectionDidChange) == true else { return }
      let styles = profile.has(.appearanceOrder) ? ["dark", "light"] : ["light", "dark"]
      for style in styles {
        let previous = PlainValue.map(named: [("userInterfaceStyle", .symbol(style))])
        enqueue(
          .send(.traitCollectionDidChange, [previous], .R057), for: id, scene: scene,
          cause: cause)
      }
    } else if profile.isPad, SystemVersionRange.from(9).contains(profile.system) {
      for held in [Orientation.landscapeLeft, .portrait] {
        let size = profile.windowSize(held, isSplit: false)
        enqueue(
          .send(.viewWillTransition, [size], .R057), for: id, scene: scene, cause: cause)
      }
    }
  }

  /// Takes a picture of what is shown.
  mutating func takeSnapshot(of id: ProcessIdentifier, _ scene: SceneIdentifier?, cause: Int?) {
    guard let contents = contents(of: id, scene) else { return }
    let picture = contents.ignoresSnapshot ? "" : contents.picture
    changeContents(of: id, scene) { $0.ignoresSnapshot = false }
    let position = id.app.position
    if installations[position].snapshots.count >= Self.snapshotLimit {
      installations[position].snapshots.removeFirst()
    }
    installations[position].snapshots.append(picture)
    record(.snapshot, of: id, scene: scene, rule: .R056, cause: cause, detail: picture)
  }

  /// How many snapshots of an app are remembered.
  private static var snapshotLimit: Int { 100 }

  // MARK: - Views

  /// Sends a message to the view controllers on the screen: of the app, or of its scenes.
  mutating func sendToViews(
    _ message: Message, _ arguments: [PlainValue], of id: ProcessIdentifier, rule: RuleNumber,
    cause: Int?
  ) {
    guard process(id)?.usesScenes == true else {
      return enqueue(.send(message, arguments, rule), for: id, cause: cause)
    }
    for scene in process(id)?.foregroundScenes ?? [] {
      enqueue(.send(message, arguments, rule), for: id, scene: scene, cause: cause)
    }
  }
}
