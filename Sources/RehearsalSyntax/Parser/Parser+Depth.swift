// How the parser keeps trees shallow. Nesting of brackets bounds its own recursion; the height of
// what has been read bounds the recursion of every later stage, long chains of operators included.
//
// `height` is the greatest height of the subtrees read in the current construct. A construct sets
// it to 0, reads its children, adds one for itself, and leaves the maximum of that and what was.

extension Parser {
  /// What a bracket changed, to be undone where it ends.
  struct Bracket {
    let index: Int
    let outerNewlinesEnd: Bool
    let outerTrailingClosures: TrailingClosures
    let outerHeight: Int
  }

  /// Takes an opening bracket; nil, with all up to its end skipped, where nesting is too deep.
  func openBracket() -> Bracket? {
    let opening = index
    if openBrackets.count >= limits.nesting {
      reportDepth(.nestingTooDeep(current.range, limit: limits.nesting))
      if let closer = brackets.closer(of: opening) {
        index = closer
        advance()
      } else {
        index = tokens.count - 1
        hasReportedEnd = true
      }
      return nil
    }
    let bracket = Bracket(
      index: opening, outerNewlinesEnd: newlinesEnd, outerTrailingClosures: trailingClosures,
      outerHeight: height)
    let isBlock = at(.leftBrace)
    // Lines keep their meaning where a bracket is never closed, so that only its own is lost.
    newlinesEnd = isBlock || brackets.closer(of: opening) == nil
    trailingClosures = .allowed
    height = 0
    openBrackets.append(opening)
    advance()
    return bracket
  }

  /// Takes the closing bracket and makes one node of what was read since the opening one; false
  /// where that is too high a tree, which the caller then leaves out.
  func closeBracket(_ bracket: Bracket) -> Bool {
    takeCloser(of: bracket.index)
    openBrackets.removeLast()
    newlinesEnd = bracket.outerNewlinesEnd
    trailingClosures = bracket.outerTrailingClosures
    let fits = grow()
    height = max(height, bracket.outerHeight)
    return fits
  }

  /// Begins a construct with children of its own; gives what `endFrame` needs.
  func beginFrame() -> Int {
    let outer = height
    height = 0
    return outer
  }

  /// Makes one node of what was read since the frame began.
  ///
  /// Brackets cut trees that are too high, so that the few nodes added here need no check of
  /// their own.
  func endFrame(_ outer: Int) {
    height = max(height + 1, outer)
  }

  /// Adds a node above what was read; false where the tree would get too deep.
  ///
  /// The caller then leaves `.missing` in place of what lies below, so the height begins anew.
  /// `place` is where the node stands, where that is not right before the current token.
  func grow(at place: SourceRange? = nil) -> Bool {
    height += 1
    if height <= limits.treeDepth { return true }
    let last = tokens[max(0, index - 1)].range
    reportDepth(.treeTooDeep(place ?? last, limit: limits.treeDepth))
    height = 0
    return false
  }

  /// Reports that a statement is too deep, once for each statement of the file.
  func reportDepth(_ finding: Finding) {
    if !hasReportedDepth { report(finding) }
    hasReportedDepth = true
  }
}
