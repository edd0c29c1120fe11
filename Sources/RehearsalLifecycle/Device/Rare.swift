// A place for what few processes and few apps have. It costs one word while it is empty, so that a
// process stays small; it is still a value.

/// A value that is made at its first change; until then it reads as its default.
struct Rare<Content: DefaultMade>: Sendable {
  /// Empty, or the one content.
  private var content: [Content] = []

  /// Whether nothing was ever changed.
  var isEmpty: Bool { content.isEmpty }

  /// The content, or what it would begin as.
  var value: Content {
    get { content.isEmpty ? Content() : content[0] }
    _modify {
      if content.isEmpty { content.append(Content()) }
      yield &content[0]
    }
  }

  /// Reads something of the content in place; nil while it was never changed.
  func read<Result>(_ body: (Content) -> Result) -> Result? {
    content.isEmpty ? nil : body(content[0])
  }
}

/// What can be made without anything.
protocol DefaultMade: Sendable {
  init()
}
