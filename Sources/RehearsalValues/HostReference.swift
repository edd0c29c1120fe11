// An object of the host that a script holds without looking into it. The machine keeps the object
// and gives scripts a handle with a number; two copies of a machine hold one and the same object.

/// An object of the host, told apart from others by its identity.
public struct HostReference: Sendable {
  /// The object.
  package let object: any AnyObject & Sendable
  /// What scripts call it, as in "Connection 1".
  package let typeName: String

  /// Makes a reference.
  package init(_ object: any AnyObject & Sendable, typeName: String) {
    self.object = object
    self.typeName = typeName
  }
}

extension HostReference: Hashable {
  /// Whether both are the same object.
  public static func == (left: HostReference, right: HostReference) -> Bool {
    left.object === right.object
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
