// The notes editor: what the user types, and what of it is not saved yet.

/// A text with its state of saving.
public struct Editor: Sendable {
  /// The pause in typing after which the text is saved.
  public static let autosaveDelay = Duration.seconds(8)

  /// The text.
  public private(set) var text: String
  /// The text as it was saved last.
  public private(set) var savedText: String

  /// Opens a text that was saved before.
  public init(_ text: String = "") {
    self.text = text
    savedText = text
  }

  /// Whether something would be lost.
  public var hasChanges: Bool { text != savedText }

  /// Adds what the user typed.
  public mutating func type(_ addition: String) { text += addition }

  /// Notes that a text was saved.
  public mutating func didSave(_ text: String) { savedText = text }
}
