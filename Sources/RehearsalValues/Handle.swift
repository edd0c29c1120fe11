// A reference from a script to something of the host. The machine knows its kind and number only.
// Whether there still is such a thing, only the host can say.

/// A reference to something of the host, by kind and number.
public struct Handle: Hashable, Sendable {
  /// Index into the host interface's kinds.
  @usableFromInline package let kind: UInt8

  /// Which one, below 2^56; the host gives the number its meaning.
  @usableFromInline package let number: UInt64

  /// Makes a handle; a number beyond 56 bits is cut.
  @inlinable package init(kind: UInt8, number: UInt64) {
    self.kind = kind
    self.number = number & 0x00FF_FFFF_FFFF_FFFF
  }

  /// Makes a handle of its one-word form.
  @inlinable package init(bits: UInt64) {
    kind = UInt8(truncatingIfNeeded: bits >> 56)
    number = bits & 0x00FF_FFFF_FFFF_FFFF
  }

  /// Kind and number in one word.
  @inlinable package var bits: UInt64 { UInt64(kind) << 56 | number }
}

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
