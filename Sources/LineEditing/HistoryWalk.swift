// Ways through the history: up and down through the entries that begin like what was typed, and a
// search that takes its words key by key.

/// Where a walk through the entries is.
struct HistoryWalk {
  /// What was typed before the walk.
  private let draft: EditedText
  /// What entries begin with.
  private let prefix: String
  /// The entry that is shown; after the last for what was typed.
  private var index: Int
  /// What is shown, by which is known that nothing was typed since.
  private(set) var shown: String

  /// Begins at what was typed.
  init(_ draft: EditedText, _ entries: [String]) {
    self.draft = draft
    prefix = draft.textBeforeCursor
    index = entries.count
    shown = draft.text
  }

  /// The next older entry, or the newer one; nil if there is none.
  mutating func next(older: Bool, among entries: [String]) -> EditedText? {
    var index = self.index
    while older ? index > 0 : index < entries.count {
      index += older ? -1 : 1
      if index >= entries.count {
        self.index = entries.count
        shown = draft.text
        return draft
      }
      guard entries[index].hasPrefix(prefix), entries[index] != shown else { continue }
      self.index = index
      shown = entries[index]
      return EditedText(shown)
    }
    return nil
  }
}

/// A search for entries that contain a text, in any case.
struct HistorySearch {
  /// What was typed before the search.
  let draft: EditedText
  /// What is looked for.
  private(set) var query = ""
  /// The entry that was found last.
  private var index: Int
  private(set) var found: EditedText
  /// Whether nothing has the query.
  private(set) var isFailing = false

  init(_ draft: EditedText, _ entries: [String]) {
    self.draft = draft
    found = draft
    index = entries.count
  }

  /// The prompt while it lasts.
  var prompt: String { (isFailing ? "no match: " : "search: ") + query + " › " }

  /// Adds to the query; what is shown stays where it has that too.
  mutating func type(_ scalar: Unicode.Scalar, _ entries: [String]) {
    query.unicodeScalars.append(scalar)
    find(older: true, from: min(index, entries.count - 1), entries)
  }

  /// Takes the last character of the query back, and looks from the newest entry again.
  mutating func deleteBackward(_ entries: [String]) {
    guard !query.isEmpty else { return }
    query.removeLast()
    index = entries.count
    found = draft
    isFailing = false
    if !query.isEmpty { find(older: true, from: entries.count - 1, entries) }
  }

  /// Goes to the next older entry that has the query, or to the next newer one.
  mutating func next(older: Bool, _ entries: [String]) {
    guard !query.isEmpty else { return }
    find(older: older, from: index + (older ? -1 : 1), entries)
  }

  private mutating func find(older: Bool, from start: Int, _ entries: [String]) {
    let wanted = query.lowercased()
    var index = start
    while entries.indices.contains(index) {
      if entries[index] != found.text || index == self.index,
        let match = entries[index].lowercased().firstRange(of: wanted)
      {
        let before = entries[index].lowercased()[..<match.lowerBound].unicodeScalars.count
        self.index = index
        found = EditedText(Array(entries[index].unicodeScalars), cursor: before)
        isFailing = false
        return
      }
      index += older ? -1 : 1
    }
    isFailing = true
  }
}
