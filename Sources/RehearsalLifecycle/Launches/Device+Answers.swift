// What the app's handlers answer, where the answer matters: votes on the launch, on saving and on
// restoring, and the activity by which a scene is restored.

extension Device {
  /// Takes what a handler returned.
  mutating func take(
    _ answer: PlainValue, to message: Message, scene: SceneIdentifier?, of id: ProcessIdentifier
  ) {
    switch message {
    case .willFinishLaunching, .didFinishLaunching:
      // A method that is not implemented has no vote, and no answer counts as true (R019).
      if answer == .bool(false) { change(id) { $0.permissions.refusesLaunch = true } }
    case .shouldSaveState:
      let saves = answer == .bool(true)
      change(id) { $0.permissions.savesState = saves }
      // The views are saved even when the app's own code has nothing to add.
      if saves, process(id)?.handled.contains(.willEncodeState) == false {
        installations[id.app.position].hasSavedState = true
      }
    case .shouldRestoreState: change(id) { $0.permissions.restoresState = answer == .bool(true) }
    case .willEncodeState: installations[id.app.position].hasSavedState = true
    case .sceneStateRestorationActivity:
      guard let session = scene.flatMap({ process(id)?[$0]?.session }) else { return }
      installations[id.app.position].sessions.value.change(session) { $0.activity = answer }
    default: break
    }
  }

  // MARK: - Preserving and restoring the state of the interface

  /// Asks whether the saved state is to be restored, if there is one (R011, R027).
  mutating func queueRestoration(of id: ProcessIdentifier, cause: Int) {
    guard installations[id.app.position].hasSavedState else { return }
    enqueue(.send(.shouldRestoreState, [], .R011), for: id, cause: cause)
    enqueue(
      .sendIf(.stateIsRestored, .didDecodeState, [.handle(.coder)], .R011), for: id,
      cause: cause)
  }

  /// Asks whether the state is to be saved, shortly after `didEnterBackground` (R058).
  mutating func queuePreservation(of id: ProcessIdentifier, cause: Int) {
    guard SystemVersionRange.from(6).contains(profile.system),
      process(id)?.handled.contains(.shouldSaveState) == true
    else { return }
    enqueue(.send(.shouldSaveState, [], .R058), for: id, cause: cause)
    enqueue(
      .sendIf(.stateIsSaved, .willEncodeState, [.handle(.coder)], .R058), for: id, cause: cause)
  }
}
