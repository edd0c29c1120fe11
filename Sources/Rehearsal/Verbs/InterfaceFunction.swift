// The functions by which an app shows itself, asks for windows and sends actions, one row each.
// What they do stands in `ScriptedApp+Interface`.

import RehearsalLifecycle
import RehearsalMachine

/// A function of app code about its interface.
enum InterfaceFunction: String, CaseIterable, Sendable {
  case show, present, dismissPresented, ignoreSnapshot, setNeedsDisplay, displayLink
  case requestSceneSessionActivation, requestSceneSessionDestruction, openURL, sendAction
  case scene, scenePhase

  /// What the host interface says of the function.
  var definition: HostFunction {
    // The prelude's own function calls what this one finds.
    let name = self == .sendAction ? "__sendAction" : rawValue
    var function = HostFunction(name, side: .inside, parameters, summary: summary)
    function.isHidden = self == .sendAction
    function.isProperty = self == .scene || self == .scenePhase
    return function
  }

  private var parameters: [HostFunction.Parameter] {
    switch self {
    case .show: [.init("screen")]
    case .present:
      [
        .init("title"),
        .init(
          "style", isOptional: true, isNamed: true,
          symbols: PresentationStyle.allCases.map(\.rawValue)),
      ]
    case .displayLink: [.init("framesPerSecond"), .init("action")]
    case .requestSceneSessionActivation: [.init("session", isOptional: true)]
    case .requestSceneSessionDestruction: [.init("session")]
    case .openURL: [.init("url")]
    case .sendAction: [.init("name")]
    case .dismissPresented, .ignoreSnapshot, .setNeedsDisplay, .scene, .scenePhase: []
    }
  }

  private var summary: String {
    switch self {
    case .show: "Shows a screen, by a name of the app's own."
    case .present: "Presents an alert or an action sheet over the screen."
    case .dismissPresented: "Dismisses what was presented."
    case .ignoreSnapshot: "Keeps the next snapshot out of the switcher."
    case .setNeedsDisplay: "Asks for the view to be drawn."
    case .displayLink: "Calls back for frames while the app is on the screen."
    case .requestSceneSessionActivation: "Shows the window of a session, or a new one for nil."
    case .requestSceneSessionDestruction: "Closes the window of a session for good."
    case .openURL: "Opens a link; whether something on the device does."
    case .sendAction: "What an action finds along the responder chain; nil where nobody has it."
    case .scene: "The scene whose code runs."
    case .scenePhase: "`.active`, `.inactive` or `.background`, of the scene or of all scenes."
    }
  }
}
