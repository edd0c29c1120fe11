// Closures: `{ a, b in … }`, and without a parameter list, where `$0` may be used.

extension Parser {
  /// A closure from its `{` on.
  func closure() -> Closure {
    let start = start
    guard let bracket = openBracket() else {
      return Closure(parameters: nil, body: [], range: range(from: start))
    }
    let outer = (isInLoop, isInFunction)
    (isInLoop, isInFunction) = (false, true)
    let parameters = hasParameterList ? closureParameters() : nil
    let body = statements(of: .function, in: bracket)
    (isInLoop, isInFunction) = outer
    let fits = closeBracket(bracket)
    return Closure(parameters: parameters, body: fits ? body : [], range: range(from: start))
  }

  /// Whether names and an `in` follow, in parentheses or not; types and results are looked past.
  private var hasParameterList: Bool {
    var ahead = 0
    if at(.leftParenthesis) {
      guard let closer = brackets.closer(of: index) else { return false }
      ahead = closer - index + 1
      if peek(ahead).kind == .foreignOperator(.arrow) { return true }
      return peek(ahead).kind == .keyword(.in)
    }
    while peek(ahead).isWord || peek(ahead).isMark(.comma) {
      if peek(ahead).kind == .keyword(.in) { return ahead > 0 }
      if ahead > 0, peek(ahead).isWord == peek(ahead - 1).isWord { return false }
      ahead += 1
    }
    return false
  }

  private func closureParameters() -> [Name] {
    var names: [Name] = []
    var seen = ParameterNames()
    let add = { (name: Name?) in
      guard let name else { return }
      if !seen.insert(name) { self.report(.duplicateParameter(name)) }
      names.append(name)
    }
    if at(.leftParenthesis), let bracket = openBracket() {
      elements(in: bracket, closer: .rightParenthesis) { add($0.closureParameter()) }
      _ = closeBracket(bracket)
    } else {
      repeat { add(closureParameter()) } while take(.comma) && !isRecovering
    }
    rejectSignature()
    while isRecovering, !at(.in), !isAtStatementEnd { skipOne() }
    if !take(.in) {
      fail(.expectedToken("in", found: foundHere, at: faultRange))
    } else {
      isRecovering = false
    }
    return names
  }

  private func closureParameter() -> Name? {
    let name = declaredName("a closure's parameter")
    if name != nil { rejectTypeAnnotation() }
    return name
  }
}
