// A scene on a car's screen (R159): it is connected, active, left and disconnected for itself, whatever
// the device shows meanwhile.

import RehearsalValues

extension FrontBoard {
  /// What a car's scene is given to show its templates with.
  static let controller = ScriptValue.handle(HandleKind.interfaceController.handle())

  /// An app that runs, or is suspended, is opened on the car's screen.
  mutating func openInCar(_ id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel) {
    kernel.emit(.dropAllowances(id, cause: cause))
    kernel.emit(.resume(id, rule: .R159, cause: cause))
    showInCar(id, cause: cause, &kernel)
  }

  /// The app's scene is on the car's screen, connected for it where it has none.
  mutating func showInCar(_ id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel) {
    let connected = kernel.read(id) { $0.scenes.ofCar?.identifier } ?? nil
    let scene = connected ?? connectInCar(id, cause: cause, &kernel)
    kernel.emit(.hold(.carPlay, true, id, cause: cause))
    kernel.change(id) { $0.aim(at: .active, for: [scene]) }
    kernel.enqueue(
      .send(.sceneWillEnterForeground, [], .R159), for: id, scene: scene, cause: cause)
    kernel.enqueue(
      .sceneBecomes(.foregroundInactive, .R159), for: id, scene: scene, cause: cause)
    queueActivation(of: id, scenes: [scene], rule: .R159, cause: cause, &kernel)
  }

  private mutating func connectInCar(
    _ id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> SceneIdentifier {
    let session = sessionOfCar(id.app)
    let scene = connect(
      session, to: id, options: LaunchRequest.noConnectionOptions, rule: .R159, cause: cause,
      &kernel)
    kernel.enqueue(
      .send(.carPlayDidConnect, [Self.controller], .R159), for: id, scene: scene, cause: cause)
    return scene
  }

  /// Something else is on the car's screen.
  func leaveCar(_ id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel) {
    guard let scene = kernel.read(id, { $0.scenes.ofCar }) ?? nil, scene.targetState == .active
    else { return }
    let identifier = scene.identifier
    queueResignation(of: id, scenes: [identifier], rule: .R159, cause: cause, &kernel)
    kernel.change(id) { $0.aim(at: .background, for: [identifier]) }
    kernel.emit(.backgroundTransitionBegan(id))
    kernel.enqueue(.arm(.didEnterBackground), for: id, cause: cause)
    kernel.enqueue(.sceneBecomes(.background, .R159), for: id, scene: identifier, cause: cause)
    kernel.enqueue(
      .send(.sceneDidEnterBackground, [], .R159), for: id, scene: identifier, cause: cause)
    kernel.enqueue(.disarm(.didEnterBackground), for: id, cause: cause)
    kernel.enqueue(.finishBackground, for: id, cause: cause)
    kernel.emit(.hold(.carPlay, false, id, cause: cause))
  }

  /// The car is gone, and with it the scenes on its screen; their sessions stay.
  func disconnectCar(cause: Cause, _ kernel: inout Kernel) {
    for process in kernel.livingProcesses where process.ending == nil {
      guard let scene = process.scenes.ofCar else { continue }
      let id = process.identifier
      kernel.emit(.resumeForMessage(id, rule: .R159, cause: cause))
      kernel.emit(.disconnect(scene.identifier, id, rule: .R159, cause: cause))
      kernel.emit(.hold(.carPlay, false, id, cause: cause))
    }
  }
}

extension WakeUpKind {
  /// What a launch in the background for it is told under.
  func ruleOfLaunch(_ kernel: Kernel) -> RuleNumber {
    guard self != .carPlay, self != .activityAtStart else { return rule }
    return kernel.has(.backgroundEntryAtLaunch) ? .R028 : .R029
  }
}
