// The table `[audit]` of a project's `rehearse.toml` as arguments. Which keys there are, the rows of options
// say; `rehearse` checks the rest of the file.

import Foundation

/// What a project says of the audit.
struct AuditSettings {
  /// Why a file cannot be taken.
  struct Mistake: Error {
    let sentence: String
  }

  /// The settings as arguments.
  private(set) var arguments: [String] = []

  /// The nearest file in a folder and those above it, up to the root of its checkout.
  init(nearestTo folder: String) throws(Mistake) {
    var url = URL(fileURLWithPath: folder).standardizedFileURL
    while true {
      let file = url.appendingPathComponent("rehearse.toml").path
      if let data = FileManager.default.contents(atPath: file), data.count < 1 << 20 {
        try read(String(decoding: data, as: UTF8.self), file, in: url.path)
        return
      }
      let isRoot = FileManager.default.fileExists(atPath: url.appendingPathComponent(".git").path)
      let above = url.deletingLastPathComponent()
      if isRoot || above.path == url.path { return }
      url = above
    }
  }

  private mutating func read(_ text: String, _ file: String, in folder: String) throws(Mistake) {
    let document: TOMLDocument
    do throws(TOMLDocument.Mistake) { document = try TOMLDocument(reading: text) } catch {
      throw Mistake(sentence: "\(file):\(error.line): \(error.message).")
    }
    for entry in document.entries where entry.table == "audit" {
      try take(entry, "\(file):\(entry.line)", folder)
    }
  }

  private mutating func take(
    _ entry: TOMLDocument.Entry, _ place: String, _ folder: String
  ) throws(Mistake) {
    let known = AuditOption.all.filter(\.isConfigurable)
    guard let option = known.first(where: { $0.name == "--" + entry.key }) else {
      let names = known.map { String($0.name.dropFirst(2)) }.joined(separator: ", ")
      throw Mistake(
        sentence: "\(place): there is no key `\(entry.key)` in [audit]; there are \(names).")
    }
    switch entry.value {
    case .flag(let isOn) where option.placeholder == nil:
      if isOn { arguments.append(option.name) }
    case .text(let text) where option.placeholder != nil:
      arguments += [option.name, path(text, option, folder)]
    case .list(let values) where option.isRepeated:
      for value in values {
        guard case .text(let text) = value else {
          throw Mistake(sentence: "\(place): `\(entry.key)` takes texts in quotes.")
        }
        arguments += [option.name, path(text, option, folder)]
      }
    default:
      let expected =
        option.placeholder == nil
        ? "true or false" : option.isRepeated ? "a text or a list of texts" : "one text"
      throw Mistake(sentence: "\(place): `\(entry.key)` takes \(expected).")
    }
  }

  /// A path from the folder of the file on; any other text as it is.
  private func path(_ text: String, _ option: AuditOption, _ folder: String) -> String {
    option.placeholder == "file" && !text.hasPrefix("/") ? folder + "/" + text : text
  }
}
