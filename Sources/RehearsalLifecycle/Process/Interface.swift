// What apps show: screens, alerts of their own, drawing (R056, R059, R062). Names stand for what
// people would see.

import RehearsalValues

/// What a window shows: names stand for what people would see.
struct ScreenContents: Sendable {
  /// The screen that the app shows, in its own words; nil for its launch screen.
  var screen: String?
  /// The title of the alert or action sheet over it; nil without one.
  var presented: String?
  /// Whether the view waits to be drawn.
  var needsDisplay = false
  /// Whether the view waits to be laid out.
  var needsLayout = false
  /// Whether the next snapshot is not to be used.
  var ignoresSnapshot = false

  /// What a snapshot of it shows.
  var picture: String { presented ?? screen ?? "" }
}

/// How an alert of an app's own is presented.
package enum PresentationStyle: String, CaseIterable, Hashable, Sendable {
  case alert, actionSheet
}

// MARK: - Drawing

extension Kernel {
  /// Queues the drawing that a view waits for; off the screen it continues waiting.
  mutating func drawIfAwaited(
    _ id: ProcessIdentifier, _ scene: SceneIdentifier?, cause: Cause?
  ) {
    guard isAwaitingDrawing(id, scene) else { return }
    enqueue(.draw, for: id, scene: scene, cause: cause)
  }

  private func isAwaitingDrawing(_ id: ProcessIdentifier, _ scene: SceneIdentifier?) -> Bool {
    guard let state = read(id, { $0.reportedState }), state != .background else { return false }
    if !usesScenes(id) { return read(id) { $0.contents.needsDisplay } ?? false }
    return (read(id) { $0.contents(of: scene)?.needsDisplay } ?? nil) ?? false
  }

  /// The main thread reaches drawing; whether the view has to be drawn.
  mutating func beginDrawing(_ id: ProcessIdentifier, _ scene: SceneIdentifier?) -> Bool {
    guard isAwaitingDrawing(id, scene) else { return false }
    change(id) { $0.changeContents(of: scene) { $0.needsDisplay = false } }
    return true
  }
}

// MARK: - Layout

extension Kernel {
  /// Queues the messages of a layout for a view controller (R162).
  mutating func enqueueLayout(
    of id: ProcessIdentifier, _ scene: SceneIdentifier?, cause: Cause?
  ) {
    guard has(.viewLayoutMessages) else { return }
    for message in [Message.viewWillLayoutSubviews, .viewDidLayoutSubviews] {
      enqueue(.send(message, [], .R162), for: id, scene: scene, cause: cause)
    }
  }

  /// Queues the messages of a layout for the view controllers on the screen.
  mutating func enqueueLayout(of id: ProcessIdentifier, cause: Cause?) {
    guard let process = process(id) else { return }
    guard process.usesScenes else { return enqueueLayout(of: id, nil, cause: cause) }
    for scene in process.scenes.inForeground { enqueueLayout(of: id, scene, cause: cause) }
  }
}

// MARK: - For app code

/// What an app asks of its interface.
extension AppContext {
  private func changeContents(
    in scene: SceneIdentifier?, _ body: (inout ScreenContents) -> Void
  ) {
    ask { _, kernel in kernel.change(process) { $0.changeContents(of: scene, body) } }
  }

  /// Shows a screen.
  ///
  /// - Parameters:
  ///   - screen: Its name, in the app's own words.
  ///   - scene: The scene that shows it; nil for an app without scenes, or for the first one.
  package func show(_ screen: String, in scene: SceneIdentifier?) {
    changeContents(in: scene) { $0.screen = screen }
  }

  /// Presents an alert or an action sheet of the app's own, which deactivates nothing (R045).
  package func present(_ title: String, in scene: SceneIdentifier?) {
    changeContents(in: scene) { $0.presented = title }
  }

  /// Dismisses what was presented, if anything was; the system itself never does (R062).
  package func dismissPresented(in scene: SceneIdentifier?) {
    changeContents(in: scene) { $0.presented = nil }
  }

  /// Makes the switcher and the next launch show no picture of the app.
  package func ignoreSnapshot(in scene: SceneIdentifier?) {
    changeContents(in: scene) { $0.ignoresSnapshot = true }
  }

  /// Asks for the view to be laid out at the end of the turn; several requests are one (R162).
  package func setNeedsLayout(in scene: SceneIdentifier?) {
    ask { _, kernel in
      guard (kernel.read(process) { $0.contents(of: scene)?.needsLayout } ?? nil) == false else {
        return
      }
      kernel.change(process) { $0.changeContents(of: scene) { $0.needsLayout = true } }
      kernel.enqueue(.layOut, for: process, scene: scene, cause: kernel.cause)
    }
  }

  /// Asks for the view to be drawn at the end of the turn; several requests are one.
  package func setNeedsDisplay(in scene: SceneIdentifier?) {
    ask { _, kernel in
      guard (kernel.read(process) { $0.contents(of: scene)?.needsDisplay } ?? nil) == false else {
        return
      }
      kernel.change(process) { $0.changeContents(of: scene) { $0.needsDisplay = true } }
      kernel.drawIfAwaited(process, scene, cause: kernel.cause)
    }
  }
}
