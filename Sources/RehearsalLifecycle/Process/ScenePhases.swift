// The phases of SwiftUI's scenes and of the app as its code is notified of them (R161): each change
// once, after the scene's own message and its notifications. What a life begins with is no change,
// and a life that ends is not reported.

import RehearsalValues

extension Kernel {
  /// Tells an app, and a scene of it, of the phase that differs from the last one.
  mutating func sendScenePhase(to id: ProcessIdentifier, scene: SceneIdentifier?, cause: Cause?) {
    guard has(.scenePhaseChanges),
      read(
        id,
        {
          $0.ending == nil
            && ($0.handled.contains(.scenePhase) || $0.handled.contains(.sceneScenePhase))
        }) == true, let process = process(id)
    else { return }
    var items: [MainThreadItem] = []
    if let scene, let connected = process.scenes[scene] {
      let phase = connected.reportedState.applicationState
      if phase != connected.phase {
        change(id) { $0.changeScenes { $0.setPhase(phase, of: scene) } }
        items.append(item(.sceneScenePhase, connected.phase, phase, scene, cause))
      }
    }
    let phase = process.usesScenes ? aggregateState(of: process) : process.reportedState
    if phase != process.scenePhase {
      change(id) { $0.setScenePhase(phase) }
      items.append(item(.scenePhase, process.scenePhase, phase, nil, cause))
    }
    change(id) { process in
      process.changeMainThread { thread in for item in items.reversed() { thread.prepend(item) } }
    }
  }

  private func aggregateState(of process: CopyOnWriteBox<Process>) -> ApplicationState {
    process.scenes.aggregateState(countingCar: has(.carCountsAsForeground))
  }

  private func item(
    _ message: Message, _ old: ApplicationState, _ new: ApplicationState,
    _ scene: SceneIdentifier?, _ cause: Cause?
  ) -> MainThreadItem {
    let phases = [old, new].map { ScriptValue.symbol($0.processState.rawValue) }
    return MainThreadItem(work: .send(message, phases, .R161), cause: cause, scene: scene)
  }
}
