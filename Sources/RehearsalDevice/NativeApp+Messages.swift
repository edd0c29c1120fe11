// From the device's messages to the methods of native delegates: those that have a method of their
// own, and all others to the method that takes any message.

import RehearsalLifecycle
import RehearsalValues

extension ApplicationDelegate {
  /// Hands the delegate a message; nil where it answers nothing.
  mutating func receive(
    _ message: Message, _ arguments: [ScriptValue], _ application: inout Application<Self>
  ) -> ScriptValue? {
    switch message {
    case .didBecomeActive: applicationDidBecomeActive(&application)
    case .willResignActive: applicationWillResignActive(&application)
    case .didEnterBackground: applicationDidEnterBackground(&application)
    case .willEnterForeground: applicationWillEnterForeground(&application)
    case .willTerminate: applicationWillTerminate(&application)
    case .didReceiveMemoryWarning: applicationDidReceiveMemoryWarning(&application)
    case .willFinishLaunching:
      let options = arguments.first ?? .nil
      return .boolean(
        self.application(&application, willFinishLaunchingWithOptions: options))
    case .didFinishLaunching:
      let options = arguments.first ?? .nil
      return .boolean(self.application(&application, didFinishLaunchingWithOptions: options))
    case .open:
      guard case .string(let url)? = arguments.first else { return nil }
      return .boolean(self.application(&application, open: url))
    default:
      let answer = self.application(
        &application, didReceive: message, arguments: arguments)
      return application.take(answer, to: message)
    }
    return nil
  }
}

extension SceneDelegate {
  /// Hands the scene's delegate a message; nil where it answers nothing.
  mutating func receive(
    _ message: Message, _ arguments: [ScriptValue], _ application: inout Application<Self>
  ) -> ScriptValue? {
    switch message {
    case .sceneWillEnterForeground: sceneWillEnterForeground(&application)
    case .sceneDidBecomeActive: sceneDidBecomeActive(&application)
    case .sceneWillResignActive: sceneWillResignActive(&application)
    case .sceneDidEnterBackground: sceneDidEnterBackground(&application)
    case .sceneDidDisconnect: sceneDidDisconnect(&application)
    case .sceneWillConnect:
      let values = arguments
      scene(
        &application, willConnectTo: values.first ?? .nil, options: values.dropFirst().first ?? .nil
      )
    default:
      let answer = scene(
        &application, didReceive: message, arguments: arguments)
      return application.take(answer, to: message)
    }
    return nil
  }
}

extension Application {
  /// What is reported to the device as a delegate's answer; an answer of another type is the end.
  func take(_ answer: ScriptValue, to message: Message) -> ScriptValue? {
    let result = message.definition.result
    if let plain = result.plain(answer) { return plain }
    crash("`\(message.definition.selector)` returns \(result.expectation), or nothing at all")
    return nil
  }
}
