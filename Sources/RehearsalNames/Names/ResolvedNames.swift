// What the names of a script mean, by where they stand. The pass that resolves names finds it, once; whoever
// comes after that, such as inference, the checks and the emission of code, asks by the place of a name and
// looks nothing up.

import RehearsalSyntax

/// What the names of one script mean.
struct ResolvedNames {
  private struct Entry {
    let text: String
    /// The number of the text among the names of the compilation.
    let number: Int
    /// What it stands for; nil for one that only declares something, or that no code uses yet.
    var meaning: Resolution?
    /// The local that it declares: `if let x` both uses a name and declares it.
    var local: Int?
  }

  /// For each byte of the script the entry of the name that begins there; -1 for others.
  private var places: [Int32]
  private var entries: [Entry] = []

  /// Makes a table of the names of a script of so many bytes.
  init(count: Int) { places = Array(repeating: -1, count: count) }

  /// The number of the text of a name, which is found by its text once, whoever asks.
  mutating func number(of name: Name, in names: inout NameTable) -> Int {
    if let entry = entry(of: name) { return entries[entry].number }
    let number = names.number(of: name.text)
    let start = Int(name.range.start)
    guard places.indices.contains(start) else { return number }
    places[start] = Int32(entries.count)
    entries.append(Entry(text: name.text, number: number))
    return number
  }

  /// What a name stands for; nil for one that is not resolved.
  func meaning(of name: Name) -> Resolution? { entry(of: name).flatMap { entries[$0].meaning } }

  /// The local that a name declares.
  func local(declaredBy name: Name) -> Int? { entry(of: name).flatMap { entries[$0].local } }

  /// Keeps what a name stands for that has its number.
  mutating func keep(_ meaning: Resolution, of name: Name) {
    if let entry = entry(of: name) { entries[entry].meaning = meaning }
  }

  /// Keeps the local that a name declares which has its number.
  mutating func keep(local: Int, of name: Name) {
    if let entry = entry(of: name) { entries[entry].local = local }
  }

  /// The entry of a name; one of another script, which may begin at the same byte, has none.
  private func entry(of name: Name) -> Int? {
    let start = Int(name.range.start)
    guard places.indices.contains(start), places[start] >= 0 else { return nil }
    let entry = Int(places[start])
    return entries[entry].text == name.text ? entry : nil
  }
}

/// The locals in scope while names are resolved, the innermost on top.
struct OpenLocals {
  private struct Entry {
    let name: Int
    /// The position of what the name meant before, or -1.
    let shadowed: Int
    let local: Int
  }

  private var entries: [Entry] = []
  /// By number of a name: the position of its innermost declaration, or -1.
  private var innermost: [Int] = []

  /// The position that the next declaration gets; what `leave(to:)` takes.
  var count: Int { entries.count }

  /// Declares a name, by its number, in the innermost scope.
  mutating func declare(_ name: Int, _ local: Int) {
    while innermost.count <= name { innermost.append(-1) }
    entries.append(Entry(name: name, shadowed: innermost[name], local: local))
    innermost[name] = entries.count - 1
  }

  /// The innermost declaration of a name, by its number.
  func lookUp(_ name: Int) -> (position: Int, local: Int)? {
    guard name < innermost.count, innermost[name] >= 0 else { return nil }
    return (innermost[name], entries[innermost[name]].local)
  }

  /// Forgets all declarations from a position on.
  ///
  /// - Returns: The locals that they declare, in their order.
  @discardableResult
  mutating func leave(to mark: Int) -> [Int] {
    guard entries.count > mark else { return [] }
    let left = entries[mark...].map(\.local)
    while entries.count > mark, let entry = entries.popLast() {
      innermost[entry.name] = entry.shadowed
    }
    return left
  }

  /// The numbers of all declared names, from the outermost scope inward.
  var names: [Int] { entries.map(\.name) }
}
