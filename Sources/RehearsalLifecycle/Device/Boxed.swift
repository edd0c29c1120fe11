// A place for something large that is looked at often: a copy of it is one reference. It is still a
// value: whoever changes it has it for themselves.

/// A value behind a reference, copied where a shared one is changed.
@dynamicMemberLookup
struct Boxed<Content: Sendable>: Sendable {
  /// One element, always.
  private var content: [Content]

  init(_ content: Content) { self.content = [content] }

  /// Changes the content where it stands, unless another copy shares it.
  mutating func change<Result>(_ body: (inout Content) -> Result) -> Result { body(&content[0]) }

  /// A property of the content, read where it stands.
  // Inlined, so that the key path becomes an offset and nothing else is copied.
  @inline(__always)
  subscript<Property>(dynamicMember path: KeyPath<Content, Property>) -> Property {
    content[0][keyPath: path]
  }
}
