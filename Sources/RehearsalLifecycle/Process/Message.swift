// Every message that an app, a scene or a view controller can have a handler for, in one table:
// names, selectors, parameters, results, rules and help. The checker, completion, help, the
// reference and the device itself read it.

/// A message to the app's code.
public enum Message: UInt8, CaseIterable, Hashable, Sendable {
  // To the application's delegate, sent to every app.
  case willFinishLaunching, didFinishLaunching, didBecomeActive, willResignActive
  case didEnterBackground, willEnterForeground, willTerminate, didReceiveMemoryWarning
  case significantTimeChange, protectedDataWillBecomeUnavailable
  case protectedDataDidBecomeAvailable, open, continueUserActivity
  case didReceiveRemoteNotification, handleEventsForBackgroundURLSession, performAction
  case configurationForConnecting, didDiscardSceneSessions, didUpdateLocations, didEnterRegion
  case didExitRegion, didVisit
  // To the application's delegates, sent only to an app that implements them.
  case willContinueUserActivity, didReceiveNotificationResponse, willPresentNotification
  case performFetch, shouldSaveState, shouldRestoreState, willEncodeState, didDecodeState
  case backgroundTask, didCompleteDownload, urlSessionDidFinishEvents
  case didReceiveIncomingPush, willRestoreState, didUpdateValue
  // To a scene's delegate.
  case sceneWillConnect, sceneDidDisconnect, sceneWillEnterForeground, sceneDidBecomeActive
  case sceneWillResignActive, sceneDidEnterBackground, sceneOpenURLContexts
  case sceneWillContinueUserActivity, sceneContinueUserActivity, scenePerformAction
  case sceneStateRestorationActivity
  // To the root view controller.
  case awakeFromNib, viewDidLoad, viewWillAppear, viewDidAppear, viewWillDisappear
  case viewDidDisappear, viewWillTransition, traitCollectionDidChange
  case viewDidReceiveMemoryWarning, viewDraw

  /// Who receives a message, which is also the block that its handler stands in.
  package enum Receiver: String, CaseIterable, Hashable, Sendable {
    case application, scene, view
  }

  /// What a handler's result means.
  package enum HandlerResult: Hashable, Sendable {
    /// Nothing is expected.
    case nothing
    /// A truth value; a missing handler or a missing result counts as the value given here.
    case bool(missingCountsAs: Bool)
    /// A map, or no value.
    case map
  }

  /// The message's row in the table.
  package var definition: MessageDefinition { MessageDefinition.table[Int(rawValue)] }

  /// The message's symbol in `calls` and traces, without the dot.
  public var name: String { definition.name }
}

/// One row of the table of messages.
package struct MessageDefinition: Sendable {
  /// The message.
  package let message: Message
  /// The symbol in `calls` and traces, without the dot; unique.
  package let name: String
  /// The name after `on`; unique among the messages of one receiver.
  package let handler: String
  /// The full selector, as the traces of developers show it.
  package let selector: String
  /// The names of the parameters in order.
  package let parameters: [String]
  /// What the handler's result means.
  package let result: Message.HandlerResult
  /// Who receives it.
  package internal(set) var receiver: Message.Receiver
  /// Whether it is sent only to an app that implements it.
  package internal(set) var isOptIn: Bool
  /// The rules that speak of it, by number.
  package let rules: [RuleNumber]
  /// What it means, in one sentence.
  package let help: String
}

/// A set of messages in one word.
struct MessageSet: Hashable, Sendable {
  /// The messages that are sent only to an app that implements them.
  static let optIn = MessageSet { $0.definition.isOptIn }

  private var bits: UInt64 = 0

  /// The messages that fulfil a condition.
  init(where condition: (Message) -> Bool = { _ in false }) {
    for message in Message.allCases where condition(message) {
      bits |= 1 << UInt64(message.rawValue)
    }
  }

  func contains(_ message: Message) -> Bool {
    bits & (1 << UInt64(message.rawValue)) != 0
  }
}
