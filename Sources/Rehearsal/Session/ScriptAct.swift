// What a script has done to the device, act by act: for code that goes through a run and changes
// it, as a storm does. The acts are kept only on request.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// Something that a script did to the device, or its waiting for time to pass.
package struct ScriptAct: Sendable {
  /// What it did.
  package enum Kind: Sendable {
    /// It acted as the user, the system or the world; a record tells what.
    case stimulus
    /// It advance time.
    case wait
    /// It changed what an app keeps.
    case storage(StoragePlace, AppIdentifier, key: String, ScriptValue?)
  }

  /// What it did.
  package let kind: Kind
  /// The index of the first record it led to.
  package let record: Int
  /// The moment.
  package let time: VirtualTime
  /// The calls under way, the innermost first.
  package let calls: [RuntimeError.Call]
  /// Whether the file's `setup` did it, which comes before every scenario.
  package let isInSetup: Bool
}
