// Where drafts are kept: a file for each, and a cache in front of them.

import LifecycleServices

/// The drafts of the user, by name.
@MainActor
final class DraftRepository {
  private let files: any Files
  private let cache = DraftCache()

  init(files: any Files) { self.files = files }

  /// The text of a draft; empty for a new one.
  func text(of name: String) -> String {
    if let text = cache.texts[name] { return text }
    let text = files.readFile(name).flatMap { String(validating: $0, as: UTF8.self) } ?? ""
    cache.texts[name] = text
    return text
  }

  /// Saves a draft.
  func save(_ text: String, as name: String) throws(FileError) {
    cache.texts[name] = text
    try files.writeFile(Array(text.utf8), named: name)
  }
}

/// The drafts that were read or written.
@MainActor
final class DraftCache {
  var texts: [String: String] = [:]
}
