// An object of the host that a script holds without looking into it. The machine keeps the object
// and gives scripts a thing with a number; two copies of a machine hold one and the same object.

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

/// The objects of the host that a machine holds, until it is gone itself.
struct HostReferenceTable {
  private var references: [HostReference] = []
  private var numbers: [HostReference: Int] = [:]

  /// How many there are.
  var count: Int { references.count }

  /// The object of a number that `number(of:)` gave.
  subscript(number: UInt64) -> HostReference? {
    Int(exactly: number).flatMap { references.indices.contains($0) ? references[$0] : nil }
  }

  /// The number of an object; a new one where it was not met before.
  mutating func number(of reference: HostReference) -> Int {
    if let number = numbers[reference] { return number }
    let number = references.count
    references.append(reference)
    numbers[reference] = number
    return number
  }
}
