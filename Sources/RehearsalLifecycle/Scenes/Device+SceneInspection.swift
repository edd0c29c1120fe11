// What can be read of scenes: by the app's own code, and by whoever looks from outside.

/// A window of an app as it can be looked at.
package struct SceneDescription: Hashable, Sendable {
  /// The session, which outlives the scene.
  package let session: SceneSessionIdentifier
  /// The connected scene; nil while the session has none.
  package let scene: SceneIdentifier?
  /// The scene's state; `unattached` without one.
  package let state: SceneState
  /// The screen that it shows, in the app's own words.
  package let screen: String?
}

extension Device {
  /// The windows of an app in the order of their creation.
  package func scenes(of app: AppIdentifier) -> [SceneDescription] {
    guard let installation = installation(app) else { return [] }
    return installation.sessions.value.open.map { session in
      let scene = installation.process?[session.identifier]
      var state = scene?.state ?? .unattached
      if state == .background, installation.process?.isSuspended == true { state = .suspended }
      return SceneDescription(
        session: session.identifier, scene: scene?.identifier, state: state,
        screen: scene?.contents.screen)
    }
  }

  /// The messages that the scenes of a session were sent in the app's present life.
  package func calls(
    of session: SceneSessionIdentifier, in app: AppIdentifier
  ) -> [Message] {
    guard let process = installation(app)?.process, let scene = process[session] else {
      return []
    }
    return trace.records(since: installations[app.position].firstRecord).compactMap { record in
      guard record.app == app, record.incarnation == process.identifier.incarnation,
        record.scene == scene.identifier, case .message(let message) = record.subject
      else { return nil }
      return message
    }
  }

  // MARK: - For app code

  /// The scenes that are connected, in the order of their connection.
  package func connectedScenes(in id: ProcessIdentifier) -> [SceneIdentifier] {
    process(id)?.scenes.filter { !$0.isLeaving }.map(\.identifier) ?? []
  }

  /// The sessions whose windows the user has not closed, in the order of their creation.
  package func openSessions(in id: ProcessIdentifier) -> [SceneSessionIdentifier] {
    isAlive(id) ? installations[id.app.position].sessions.value.open.map(\.identifier) : []
  }

  /// The state that a scene can read of itself; nil once it is freed.
  package func state(of scene: SceneIdentifier, in id: ProcessIdentifier) -> SceneState? {
    process(id)?[scene]?.state
  }

  /// The session of a scene; nil once the scene is freed.
  package func session(
    of scene: SceneIdentifier, in id: ProcessIdentifier
  ) -> SceneSessionIdentifier? {
    process(id)?[scene]?.session
  }

  /// What brings a session's scene back to where it was; `.none` without it (R118).
  package func restorationActivity(
    of session: SceneSessionIdentifier, in id: ProcessIdentifier
  ) -> PlainValue {
    installation(id.app)?.sessions.value[session]?.activity ?? .none
  }
}
