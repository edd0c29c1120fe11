// How a script fails while it runs: which error, in which words, and the calls that led there.
// An error is data; rendering it is the outer layers' work.

import RehearsalSyntax
import RehearsalText

/// A failure of a running script.
public struct RuntimeError: Error, Sendable {
  /// One call of the stack.
  public struct Call: Sendable {
    /// The function: `save`, `closure`, `didEnterBackground`.
    public let function: String
    /// Where in it the script was.
    public let place: SourcePlace

    /// Makes an entry of a stack.
    package init(function: String, place: SourcePlace) {
      self.function = function
      self.place = place
    }
  }

  /// Which error it is.
  public let identifier: DiagnosticIdentifier
  /// What happened, for people.
  public let message: String
  /// The calls under way, the innermost first; long stacks are cut in the middle.
  public let stack: [Call]
  /// How many calls were cut out of the stack.
  package let omittedCalls: Int

  /// How much of a message is shown: that of a fatal error is the script's own, of any length.
  private static let shownBytes = 4000

  /// Makes an error.
  package init(
    _ identifier: DiagnosticIdentifier, _ message: String, stack: [Call] = [], omittedCalls: Int = 0
  ) {
    self.identifier = identifier
    self.message = message.shortened(toBytes: Self.shownBytes)
    self.stack = stack
    self.omittedCalls = omittedCalls
  }
}

/// An error whose stack has not been read yet.
struct PendingError {
  let identifier: DiagnosticIdentifier
  let message: String
}
