// Nested scopes as one stack. Capture analysis and code generation both walk the tree with it, so
// that both see the same declaration behind a name.

/// The declarations of all open scopes, the innermost on top.
struct ScopeStack<Variable> {
  private struct Entry {
    let name: Int
    /// The position of what the name meant before, or -1.
    let shadowed: Int
    var variable: Variable
  }

  private var entries: [Entry] = []
  /// By number of a name: the position of its innermost declaration, or -1.
  private var innermost: [Int] = []

  /// The position that the next declaration gets; what `leave(to:)` takes.
  var count: Int { entries.count }

  /// Declares a name in the innermost scope and returns its position.
  @discardableResult
  mutating func declare(_ name: Int, _ variable: Variable) -> Int {
    while innermost.count <= name { innermost.append(-1) }
    entries.append(Entry(name: name, shadowed: innermost[name], variable: variable))
    innermost[name] = entries.count - 1
    return entries.count - 1
  }

  /// The position of the innermost declaration of a name.
  func lookUp(_ name: Int) -> Int? {
    guard name < innermost.count, innermost[name] >= 0 else { return nil }
    return innermost[name]
  }

  /// Forgets all declarations from a position on.
  mutating func leave(to mark: Int) {
    while entries.count > mark, let entry = entries.popLast() {
      innermost[entry.name] = entry.shadowed
    }
  }

  /// The declaration at a position that is in scope.
  subscript(position: Int) -> Variable {
    get { entries[position].variable }
    set { entries[position].variable = newValue }
  }

  /// The numbers of all declared names, from the outermost scope inward.
  var names: [Int] { entries.map(\.name) }
}
