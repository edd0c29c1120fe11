// What a text is parsed as.

/// What a text is parsed as.
package enum ParseMode: Hashable, Sendable {
  /// A file: an expression at the top level whose value is lost is E0210.
  case file
  /// A line at a prompt: the value of an expression at the top level is echoed.
  case prompt
}
