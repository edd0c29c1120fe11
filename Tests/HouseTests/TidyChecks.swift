// The tidy checks: what may not stand in the repository, and what to write instead.
//
// Each check is a name, the files it speaks of and a function from a file's text to findings. The
// table `TidyCheck.all` is the one list of them; `TidyExceptions.swift` holds what is excused, and
// `TidyTests` runs everything.

/// A file as a check sees it.
struct SourceFile {
  let path: String
  let text: String
  /// The lines of the text, without their newlines.
  let lines: [String]
  /// For Swift, the lines with comments and literals blank; else empty.
  let codeLines: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    codeLines = path.hasSuffix(".swift") ? SwiftCode(text).lines : []
  }
}

/// One rule of tidiness.
struct TidyCheck: Sendable {
  enum Name: String, CaseIterable, Sendable {
    case bannedName, bannedFileName, reminder, lineLength, fileLength, trap, roleComment
    case outsideReference
  }

  let name: Name
  /// Whether the check speaks of the file with this path.
  let appliesTo: @Sendable (String) -> Bool
  /// The findings as lines, counted from 1 (0 for the file), and messages.
  let check: @Sendable (SourceFile) -> [(line: Int, message: String)]

  func findings(in file: SourceFile) -> [Finding] {
    guard appliesTo(file.path) else { return [] }
    return check(file).map {
      Finding(path: file.path, line: $0.line, message: "[\(name)] \($0.message)")
    }
  }

  static let longestLine = 100
  static let longestFile = 400

  static let all: [TidyCheck] = [
    TidyCheck(name: .bannedName, appliesTo: isBelowTheCommandLine) { file in
      matches(of: bannedNames, in: file.codeLines)
    },
    TidyCheck(name: .trap, appliesTo: isSwiftInSources) { file in
      matches(of: traps, in: file.codeLines)
    },
    TidyCheck(name: .reminder, appliesTo: isAnything) { file in
      matches(of: reminders, in: file.lines)
    },
    TidyCheck(name: .outsideReference, appliesTo: isAnything) { file in
      matches(of: outsideReferences, in: file.lines)
    },
    TidyCheck(name: .lineLength, appliesTo: isSwift) { file in
      file.lines.enumerated().filter { $0.element.count > longestLine }.map {
        ($0.offset + 1, "\($0.element.count) columns: break the line at \(longestLine)")
      }
    },
    TidyCheck(name: .fileLength, appliesTo: isSwift) { file in
      let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
      let message = "\(count) lines: split it by story, at most \(longestFile)"
      return count > longestFile ? [(0, message)] : []
    },
    TidyCheck(name: .roleComment, appliesTo: isSwiftInSources) { file in
      let count = file.lines.prefix { $0.hasPrefix("//") }.count
      let message = "open it with a comment: its role, its place in the flow, what it must not do"
      return count < 1 ? [(1, message)] : []
    },
    TidyCheck(name: .bannedFileName, appliesTo: isSource) { file in
      file.path.split(separator: "/").filter { isBannedFileName(String($0)) }.map {
        (0, "\($0) says nothing: name it after the type or the concept it holds")
      }
    },
  ]
}

// MARK: - Which files

private func isAnything(_ path: String) -> Bool { true }

private func isSwift(_ path: String) -> Bool { path.hasSuffix(".swift") }

private func isSource(_ path: String) -> Bool {
  path.hasPrefix("Sources/") || path.hasPrefix("Tests/")
}

private func isSwiftInSources(_ path: String) -> Bool {
  path.hasPrefix("Sources/") && isSwift(path)
}

private func isBelowTheCommandLine(_ path: String) -> Bool {
  isSwiftInSources(path)
    && !Module.table.contains { $0.layer >= 4 && path.hasPrefix("Sources/\($0.name)/") }
}

/// Whether a folder or file is named after no concept, as in `StringUtils` or `Value+Extensions`.
private func isBannedFileName(_ name: String) -> Bool {
  let banned = [
    "Utils", "Utilities", "Util", "Helpers", "Helper", "Misc", "Common", "Types", "Extensions",
    "Constants",
  ]
  let stem = name.prefix { $0 != "." }
  return banned.contains { word in
    stem.hasSuffix(word) && stem.dropLast(word.count).last?.isUppercase != true
  }
}

// MARK: - Which text

/// Text that may not stand, and what to do instead.
private struct BannedText: Sendable {
  /// Safe to share: a regex never changes, though Swift does not declare it `Sendable`.
  nonisolated(unsafe) private let pattern: Regex<Substring>
  private let advice: String

  init(_ pattern: Regex<Substring>, advice: String) {
    // Unicode's word boundaries would take `Foundation.Date` for one word.
    self.pattern = pattern.wordBoundaryKind(.simple)
    self.advice = advice
  }

  /// A message for each occurrence in a line.
  func messages(in line: String) -> [String] {
    line.matches(of: pattern).map { match in
      let text = match.output.split(separator: " ").joined(separator: " ")
      return "`\(text)`: \(advice)"
    }
  }
}

private func matches(
  of banned: [BannedText], in lines: [String]
) -> [(line: Int, message: String)] {
  lines.enumerated().flatMap { index, line in
    banned.flatMap { $0.messages(in: line) }.map { (index + 1, $0) }
  }
}

private let bannedNames = [
  BannedText(
    /\b(?:Date|ContinuousClock|SuspendingClock)\b/,
    advice: "time is the device's virtual clock"),
  BannedText(/\bUUID\(/, advice: "number things in the order they are made"),
  BannedText(
    /\.(?:random|randomElement|shuffled?)\((?!.*using:)/,
    advice: "draw from the run's seeded generator, with `using:` on the same line"),
  // A declaration, `func print(`, and a method of that name, `writer.print(`, are something else.
  BannedText(
    /(?:^\s*|[^\w.\s]\s*|\b(?!func\b)\w+\s+|\bSwift\.)(?:debugPrint|print)\(/,
    advice: "return a record or text; only the command line writes"),
  BannedText(/\bProcessInfo\b/, advice: "take what is needed as a parameter"),
  BannedText(
    /(?:^|[^\w.])(?:Task(?:\.detached)?(?:\s*\{|\()|DispatchQueue\b)/,
    advice: "everything below the command line runs on its caller's thread"),
  // `hash(into hasher: inout Hasher)` stays possible: sets and dictionaries need it.
  BannedText(
    /\bHasher\(|\.hashValue\b/,
    advice: "Swift's hashes differ from process to process; use the run's own digest"),
]

private let traps = [
  BannedText(/\btry!/, advice: "handle the error or throw it on"),
  BannedText(/\bas!/, advice: "use `as?` and say what happens otherwise"),
  BannedText(/\bfatalError\(/, advice: "bad input never traps: report it"),
  BannedText(
    /(?!try!|as!)\b\w+!(?![=~])|[)\]}>?]!(?![=~])/,
    advice: "unwrap with `guard let`, `if let` or `??`"),
]

// The empty groups keep the patterns from finding themselves.
private let reminders = [
  BannedText(
    /\b(?:TO(?:)DO|FIX(?:)ME|XX(?:)X|HA(?:)CK)\b/,
    advice: "do it, or open an issue")
]

private let outsideReferences = [
  BannedText(
    /(?:\.\.|\/work)\/sha(?:)red\b|\.lib(?:)rary(?![\w(])/,
    advice: "a reader has no such folder: say it here or leave it out")
]
