// What a scripted app asks about its interface: screens, frames, windows, links and actions,
// answered by acting on the device with the process's own identifier.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension ScriptedApp {
  /// Carries out a call of a function of the interface.
  mutating func call(
    _ function: InterfaceFunction, _ word: HostFunction, in process: ProcessIdentifier,
    on device: inout Device
  ) throws(HostFunctionError) -> Reply {
    let scene = currentScene
    switch function {
    case .show: device.show(try machine.text(0, of: word), in: scene, of: process)
    case .present:
      if machine.hasArgument(1) {
        _ = try machine.symbol(1, of: word, as: PresentationStyle.self)
      }
      device.present(try machine.text(0, of: word), in: scene, of: process)
    case .dismissPresented: device.dismissPresented(in: scene, of: process)
    case .ignoreSnapshot: device.ignoreSnapshot(in: scene, of: process)
    case .setNeedsDisplay: device.setNeedsDisplay(in: scene, of: process)
    case .displayLink: return .value(try displayLink(word, in: process, on: &device))
    case .requestSceneSessionActivation:
      let session = machine.hasArgument(0) ? try session(0, of: word) : nil
      device.requestSceneSessionActivation(session, in: process)
    case .requestSceneSessionDestruction:
      device.requestSceneSessionDestruction(try session(0, of: word), in: process)
    case .openURL:
      return .value(.boolean(device.openURL(try machine.text(0, of: word), in: process)))
    case .sendAction:
      return try sendAction(machine.text(0, of: word), in: process, on: &device)
    case .scene:
      guard let scene else {
        throw HostFunctionError(.invalidArgument, "`scene` is there in a scene's own code only")
      }
      return .value(.handle(HandleKind.scene.handle(UInt64(scene.number))))
    case .scenePhase: return .value(scenePhase(in: process, on: device))
    }
    return .value(.nil)
  }

  private func scenePhase(in process: ProcessIdentifier, on device: Device) -> ScriptValue {
    let state =
      currentScene.flatMap { device.state(of: $0, in: process) }?.applicationState
      ?? device.applicationState(of: process) ?? .background
    return .symbol(state.processState.rawValue)
  }

  private mutating func session(
    _ position: Int, of word: HostFunction
  ) throws(HostFunctionError) -> SceneSessionIdentifier {
    try machine.argument(position, of: word, "a scene session") {
      guard case .handle(let handle) = $0, handle.handleKind == .sceneSession else { return nil }
      return SceneSessionIdentifier(handle.number)
    }
  }

  // MARK: - Frames

  private mutating func displayLink(
    _ word: HostFunction, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    let frames = try frames(0, of: word)
    let action = try machine.function(1, of: word)
    do {
      let link = try device.startDisplayLink(
        framesPerSecond: frames, callback: CallbackIdentifier(action.number), in: process)
      return .handle(HandleKind.displayLink.handle(link.rawValue))
    } catch {
      machine.release(action)
      throw HostFunctionError(error)
    }
  }

  private mutating func frames(
    _ position: Int, of word: HostFunction
  ) throws(HostFunctionError) -> Int {
    try machine.argument(position, of: word, "a number of frames in a second") {
      if case .integer(let frames) = $0 { Int(exactly: frames) } else { nil }
    }
  }

  /// Changes a member of a display link; the new value is argument 0.
  mutating func setMember(
    _ member: DisplayLinkMember, of link: TimerIdentifier, in process: ProcessIdentifier,
    on device: inout Device
  ) throws(HostFunctionError) {
    let word = HostFunction(member.rawValue, side: .inside, [.init("value")])
    switch member {
    case .isPaused:
      let isPaused = try machine.argument(0, of: word, "true or false") {
        (value: ScriptValue) -> Bool? in
        if case .boolean(let isPaused) = value { isPaused } else { nil }
      }
      device.setPaused(isPaused, displayLink: link, in: process)
    case .preferredFramesPerSecond:
      do {
        try device.setFramesPerSecond(frames(0, of: word), displayLink: link, in: process)
      } catch let refusal as HostFunctionError { throw refusal } catch let fault as CallFault {
        throw HostFunctionError(fault)
      } catch { throw HostFunctionError(.hostFailure, "\(error)") }
    case .invalidate:
      throw HostFunctionError(.immutableAssignment, "`invalidate` of a display link cannot be set")
    }
  }

  // MARK: - Actions

  /// Finds whoever has an action along the responder chain: the scene's delegate, then the
  /// application's; a named target is asked alone.
  func action(_ name: String, to target: CodeGroup? = nil) -> FunctionIndex? {
    let chain: [CodeGroup] = currentScene == nil ? [.unit] : [.instance, .unit]
    for responder in chain where target == nil || target == responder {
      if let action = plan.app.actions.first(where: { $0.name == name && $0.target == responder }) {
        return action.function
      }
    }
    return nil
  }

  private mutating func sendAction(
    _ name: String, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> Reply {
    let found = action(name)
    device.noteAction(name, isHandled: found != nil, in: process)
    return .value(found.map { .function(machine.keep($0)) } ?? .nil)
  }

  // MARK: - Things

  /// A member of a thing of the interface; nil where it has none of that name.
  func interfaceMember(
    _ name: String, of handle: RehearsalValues.Handle, in process: ProcessIdentifier,
    on device: Device
  ) -> ScriptValue? {
    switch handle.handleKind {
    case .scene:
      let scene = SceneIdentifier(number: Int32(truncatingIfNeeded: handle.number))
      switch SceneMember(rawValue: name) {
      case .activationState:
        return .symbol((device.state(of: scene, in: process) ?? .unattached).rawValue)
      case .session:
        return device.session(of: scene, in: process).map {
          .handle(HandleKind.sceneSession.handle(UInt64($0.number)))
        } ?? .nil
      case nil: return nil
      }
    case .sceneSession:
      let session = SceneSessionIdentifier(handle.number)
      switch SceneSessionMember(rawValue: name) {
      case .persistentIdentifier: return .string("session \(session.number)")
      case .stateRestorationActivity:
        return ScriptValue(device.restorationActivity(of: session, in: process))
      case nil: return nil
      }
    case .displayLink:
      let link = device.displayLink(TimerIdentifier(rawValue: handle.number), in: process)
      switch DisplayLinkMember(rawValue: name) {
      case .preferredFramesPerSecond: return .integer(Int64(link?.framesPerSecond ?? 0))
      case .isPaused: return .boolean(link?.isPaused ?? true)
      case .invalidate, nil: return nil
      }
    default: return nil
    }
  }
}

extension SceneSessionIdentifier {
  /// The session whose handle has that number.
  init(_ number: UInt64) { self.init(number: Int32(truncatingIfNeeded: number)) }
}
