// The settings of a target, from where they are written: the project's file and the files `.xcconfig`
// that it names.

/// Settings of a build, by their names.
struct BuildSettings {
  private(set) var values: [String: String] = [:]

  init() {}

  /// The settings that a configuration of Xcode's project has.
  init(_ entries: [PropertyList.Entry]) {
    for entry in entries {
      let words = entry.value.elements.compactMap(\.text)
      guard let value = entry.value.text ?? (words.isEmpty ? nil : words.joined(separator: " "))
      else { continue }
      add(entry.key, value)
    }
  }

  /// The settings of a file `.xcconfig`, with those that it includes; none where it is not there.
  init(at path: String, in files: ProjectFiles, depth: Int = 0) {
    guard depth < 8, let file = files[path] else { return }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let text = String(decoding: file.bytes, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let plain = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      if plain.hasPrefix("#include") {
        let parts = plain.split(separator: "\"")
        if parts.count > 1 {
          let included = ProjectFiles.normalized(folder + "/" + parts[1])
          merge(BuildSettings(at: included, in: files, depth: depth + 1))
        }
        continue
      }
      // A condition in brackets has a sign of its own.
      let start = plain.lastIndex(of: "]") ?? plain.startIndex
      guard let sign = plain[start...].firstIndex(of: "=") else { continue }
      add(Self.trimmed(plain[..<sign]), Self.trimmed(plain[plain.index(after: sign)...]))
    }
  }

  /// Puts other settings over these.
  mutating func merge(_ other: BuildSettings) { values.merge(other.values) { $1 } }

  /// Adds a setting; one for another system than that of phones is left out.
  private mutating func add(_ key: String, _ value: String) {
    let parts = key.split(separator: "[", maxSplits: 1)
    guard let name = parts.first else { return }
    if parts.count > 1, parts[1].contains("sdk="), !parts[1].contains("sdk=iphone") { return }
    values[String(name)] = value
  }

  private static func trimmed(_ text: Substring) -> String {
    let spaces = text.drop(while: \.isWhitespace)
    return String(spaces.reversed().drop(while: \.isWhitespace).reversed())
  }
}
