// The tidy checks: what may not stand in the repository, and what to write instead.
//
// Each check is a name and a function from the repository's files to findings. The table
// `TidyCheck.all` is the one list of them; `TidyExceptions.swift` holds what is excused, and
// `TidyTests` runs everything. What the formatter makes or refuses is left to it.

import Foundation

/// One rule of tidiness.
struct TidyCheck: Sendable {
  enum Name: String, CaseIterable, Sendable {
    case bannedName, bannedFileName, reminder, trap, roleComment, outsideReference
    case functionLength, scatteredType, unusedDeclaration, missingName, versionNumber
  }

  let name: Name
  /// What the check finds in files.
  let findings: @Sendable ([SourceFile]) -> [Finding]

  /// A check that sees the files together.
  init(_ name: Name, of files: @Sendable @escaping ([SourceFile]) -> [Finding]) {
    self.name = name
    findings = { allFiles in
      files(allFiles).map { finding in
        var named = finding
        named.message = "[\(name)] \(finding.message)"
        return named
      }
    }
  }

  /// A check of each file for itself.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - appliesTo: Whether it speaks of the file with this path.
  ///   - check: The findings as lines, counted from 1 (0 for the file), and messages.
  init(
    _ name: Name, appliesTo: @Sendable @escaping (String) -> Bool,
    check: @Sendable @escaping (SourceFile) -> [(line: Int, message: String)]
  ) {
    self.init(name) { files in
      files.filter { appliesTo($0.path) }.flatMap { file in
        check(file).map { Finding(path: file.path, line: $0.line, message: $0.message) }
      }
    }
  }

  static let all: [TidyCheck] = [
    TidyCheck(.bannedName, appliesTo: isBelowTheCommandLine) { file in
      bannedNames.matches(in: file.codeLines, of: file)
    },
    TidyCheck(.trap, appliesTo: isSwiftInSources) { file in
      traps.matches(in: file.codeLines, of: file)
    },
    TidyCheck(.reminder, appliesTo: isAnything) { file in
      reminders.matches(in: file.lines, of: file)
    },
    TidyCheck(.outsideReference, appliesTo: isAnything) { file in
      outsideReferences.matches(in: file.lines, of: file)
    },
    TidyCheck(.roleComment, appliesTo: isSwiftInSources) { file in
      let count = file.lines.prefix { $0.hasPrefix("//") }.count
      let message = "open it with a comment: its role, its place in the flow, what it must not do"
      return count < 1 ? [(1, message)] : []
    },
    TidyCheck(.bannedFileName, appliesTo: isSource) { file in
      file.path.split(separator: "/").filter { isBannedFileName(String($0)) }.map {
        (0, "\($0) says nothing: name it after the type or the concept it holds")
      }
    },
    TidyCheck(.versionNumber, appliesTo: isOutsideTheRuleBook) { file in
      versionNumbers.matches(in: file.codeLines, of: file)
    },
    TidyCheck(.functionLength, of: longFunctions),
    TidyCheck(.scatteredType, of: scatteredTypes),
    TidyCheck(.unusedDeclaration, of: unusedDeclarations),
    TidyCheck(.missingName, of: missingNames),
  ]
}

// MARK: - Which files

private func isAnything(_ path: String) -> Bool { true }

private func isSwift(_ path: String) -> Bool { path.hasSuffix(".swift") }

private func isSource(_ path: String) -> Bool {
  path.hasPrefix("Sources/") || path.hasPrefix("Tests/")
}

private func isSwiftInSources(_ path: String) -> Bool {
  path.hasPrefix("Sources/") && isSwift(path) && !path.contains("/Tests/")
}

/// Whether the rules of the lifecycle are obeyed there, and not written down.
private func isOutsideTheRuleBook(_ path: String) -> Bool {
  path.hasPrefix("Sources/RehearsalLifecycle/") && isSwift(path)
}

private func isBelowTheCommandLine(_ path: String) -> Bool {
  isSwiftInSources(path)
    && !["RehearsalCommand", "rehearse"].contains { path.hasPrefix("Sources/\($0)/") }
}

/// Whether a folder or file is named after no concept, as in “StringUtils”.
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
  /// What each occurrence holds one of: looking for words takes a small part of the time of a pattern.
  private let words: [String]
  private let advice: String

  init(_ pattern: Regex<Substring>, in words: String..., advice: String) {
    // Unicode's word boundaries would take `Foundation.Date` for one word.
    self.pattern = pattern.wordBoundaryKind(.simple).matchingSemantics(.unicodeScalar)
    (self.words, self.advice) = (words, advice)
  }

  /// Whether a text may hold it.
  func isPossible(in text: String) -> Bool {
    words.contains { word in text.withCString { strstr($0, word) != nil } }
  }

  /// A message for each occurrence in a line.
  func messages(in line: String) -> [String] {
    guard isPossible(in: line) else { return [] }
    return line.matches(of: pattern).map { match in
      let text = match.output.split(separator: " ").joined(separator: " ")
      return "`\(text)`: \(advice)"
    }
  }
}

extension [BannedText] {
  /// A message for each occurrence in a file's lines, as they are or with something blank.
  fileprivate func matches(
    in lines: [String], of file: SourceFile
  ) -> [(line: Int, message: String)] {
    let possible = filter { $0.isPossible(in: file.text) }
    guard !possible.isEmpty else { return [] }
    return lines.enumerated().flatMap { index, line in
      possible.flatMap { $0.messages(in: line) }.map { (index + 1, $0) }
    }
  }
}

private let bannedNames = [
  BannedText(
    /\b(?:Date|ContinuousClock|SuspendingClock)\b/, in: "Date", "Clock",
    advice: "time is the device's virtual clock"),
  BannedText(/\bUUID\(/, in: "UUID", advice: "number things in the order they are made"),
  BannedText(
    /\.(?:random|randomElement|shuffled?)\((?!.*using:)/, in: ".random", ".shuffle",
    advice: "draw from the run's seeded generator, with `using:` on the same line"),
  // A declaration, `func print(`, and a method of that name, `writer.print(`, are something else.
  BannedText(
    /(?:^\s*|[^\w.\s]\s*|\b(?!func\b)\w+\s+|\bSwift\.)(?:debugPrint|print)\(/, in: "rint(",
    advice: "return a record or text; only the command line writes"),
  BannedText(/\bProcessInfo\b/, in: "ProcessInfo", advice: "take what is needed as a parameter"),
  BannedText(
    /(?:^|[^\w.])(?:Task(?:\.detached)?(?:\s*\{|\()|DispatchQueue\b)/, in: "Task", "DispatchQueue",
    advice: "everything below the command line runs on its caller's thread"),
  // `hash(into hasher: inout Hasher)` stays possible: sets and dictionaries need it.
  BannedText(
    /\bHasher\(|\.hashValue\b/, in: "Hasher(", ".hashValue",
    advice: "Swift's hashes differ from process to process; use the run's own digest"),
]

// The formatter refuses `try!`, `as!` and values unwrapped by force.
private let traps = [
  BannedText(/\bfatalError\(/, in: "fatalError(", advice: "bad input never traps: report it")
]

// The rows of tables say since when there is what they stand for; code decides nothing by a version.
private let versionNumbers = [
  BannedText(
    /\bSystemVersion(?:\(|\s*=\s)|\bSystemVersionRange\.\w+\(|\b(?:if|guard|where|while)\b.*\.(?:from|majors)\(\d+/,
    in: "SystemVersion", ".from(", ".majors(",
    advice: askProfile),
  BannedText(/\bsystem\s*(?:[<>]=?|==)\s*\d+/, in: "system", advice: askProfile),
]

private let askProfile = "a version stands in the rule book; ask the profile whether a rule holds"

// The empty groups keep the patterns from finding themselves.
private let reminders = [
  BannedText(
    /\b(?:TO(?:)DO|FIX(?:)ME|XX(?:)X|HA(?:)CK)\b/, in: "TO" + "DO", "FIX" + "ME", "XX" + "X",
    "HA" + "CK",
    advice: "do it, or open an issue")
]

private let outsideReferences = [
  BannedText(
    /(?:\.\.|\/work)\/sha(?:)red\b|(?:^|[\s"\/])\.lib(?:)rary(?![\w(])/, in: "/sha" + "red",
    ".lib" + "rary",
    advice: "a reader has no such folder: say it here or leave it out")
]
