// One step of a lifecycle vector: what an app is sent or can read, in the names of UIKit, with the rule
// that says so. Nothing here knows of scripts.

import RehearsalLifecycle
import RehearsalValues

/// Something that the code of an app meets: a call, a notification, another value to read, or the end
/// of its process.
package struct VectorStep: Hashable, Sendable {
  /// The kinds of steps.
  package enum Kind: String, CaseIterable, Sendable {
    /// A method of the application's delegate.
    case delegate
    /// A method of a scene's delegate.
    case sceneDelegate
    /// A method of a view controller.
    case viewController
    /// A notification.
    case notification
    /// Another state to read, of which nobody is told.
    case read
    /// The process ends.
    case end
    /// A line that the app's own code wrote, which vectors leave out.
    case log
  }

  /// When, in whole milliseconds since the device was started.
  package let time: Int64
  /// Which process of the app, from 1.
  package let process: Int
  /// Its kind.
  package let kind: Kind
  /// UIKit's selector or notification name, `applicationState`, or the reason of the end.
  package let name: String
  /// What the app can read of its state; nil at the end.
  package let state: ApplicationState?
  /// Whether the process is suspended from here on.
  package let isSuspended: Bool
  /// Which scene, from 1; nil for none.
  package let scene: Int?
  /// What the scene can read of its own state.
  package let sceneState: String?
  /// Whether protected files can be read.
  package let isProtectedDataAvailable: Bool
  /// What it carries, such as a URL and its opener; nil for nothing that is plain data.
  package let arguments: JSONValue?
  /// The rule that says so; nil where none does.
  package let rule: RuleNumber?

  /// The step without its moment, by which neighbours are compared.
  var withoutTime: [String] {
    [
      "\(process)", kind.rawValue, name, state.map { "\($0)" } ?? "", "\(isSuspended)",
      scene.map { "\($0)" } ?? "", sceneState ?? "", "\(isProtectedDataAvailable)",
      arguments?.text ?? "",
    ]
  }

  /// The step as JSON; what is as usual is left out.
  package var json: JSONValue {
    let fields: [(String, JSONValue.Value)] = [
      ("time", time), ("process", process), ("kind", kind.rawValue), ("name", name),
      ("state", state.map { "\($0)" }), ("suspended", isSuspended ? true : nil), ("scene", scene),
      ("sceneState", sceneState),
      ("protectedDataAvailable", isProtectedDataAvailable ? nil : false),
      ("arguments", arguments), ("rule", rule?.description),
    ]
    return JSONValue(fields: fields)
  }
}
