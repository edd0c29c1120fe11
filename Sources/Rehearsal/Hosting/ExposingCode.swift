// What scripts can read of an app that is written in Swift.

import RehearsalLifecycle
import RehearsalValues

/// Native code whose delegate can be looked at by name.
package protocol ExposingCode: AppCode {
  /// The names under which the delegate exposes something, in their order.
  var exposedNames: [String] { get }

  /// The value that the delegate exposes under a name; nil where it exposes none.
  func exposedValue(_ name: String) -> ScriptValue?
}
