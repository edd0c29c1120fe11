// What code found out about moments by comparing them: it tells two worlds of one path apart, so
// the search has to go both ways.

/// How long it was before an action that another one was done, as code compared it with a span.
struct MomentBound: Hashable, Sendable {
  /// The number of the other action on the path.
  let source: Int
  /// The span, in milliseconds.
  let span: Int64
  /// Whether it was shorter ago than the span, and else longer.
  let isShorter: Bool

  /// What holds where this does not.
  var opposite: MomentBound { MomentBound(source: source, span: span, isShorter: !isShorter) }
}
