// A Swift value that scripts pass along without looking into it: a connection, a player, anything.

import RehearsalMachine
import RehearsalValues

/// A Swift value that scripts can hold and pass back, but not read.
///
/// A script prints it by its type's name, and it equals only itself. It cannot be stored on an app's
/// disk. Copies of a session share the value, and a session or process retains it until its end.
public struct Opaque<Value: Sendable>: ScriptConvertible {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  /// Makes a value for scripts; each call makes one that is equal to no other.
  public init(_ value: Value) { box = Box(value) }

  /// The value.
  public var value: Value { box.value }

  /// The type's name, with its article.
  public static var scriptTypeName: String { "an object \(Value.self)" }

  /// The value that a script was given before.
  public init?(scriptValue: ScriptValue) {
    guard case .object(let reference) = scriptValue, let box = reference.object as? Box else {
      return nil
    }
    self.box = box
  }

  /// What the script holds.
  public var scriptValue: ScriptValue {
    .object(HostReference(box, typeName: "\(Value.self)"))
  }
}
