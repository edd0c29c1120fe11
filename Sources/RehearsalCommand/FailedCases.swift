// What failed when scripts were last tested, for `--failed-first`: a file in the user's folder for
// caches, by the paths of the scripts. It is a convenience: where it cannot be read there is
// nothing to run first, and where it cannot be written a test is none the worse.

import RehearsalFiles
import RehearsalRunner
import Synchronization

/// The cases that failed when their scripts were last tested.
final class FailedCases: Sendable {
  private struct State {
    /// The titles of failed cases, by the whole path of their script.
    var titles: [String: [String]]
    var hasChanged = false
  }

  private let state: Mutex<State>
  private let file: FilePath?

  /// Reads what failed.
  init() {
    file = Self.caches?.appending("rehearse/failed")
    let bytes = file.flatMap { try? $0.bytes(atMost: 1 << 24) } ?? []
    let texts = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var titles: [String: [String]] = [:]
    for place in stride(from: 0, to: texts.count - 1, by: 2) {
      titles[texts[place], default: []].append(texts[place + 1])
    }
    state = Mutex(State(titles: titles))
  }

  /// The user's folder for caches; nil if the user has none.
  private static var caches: FilePath? {
    if let caches = ProcessEnvironment.variable("XDG_CACHE_HOME"), caches.hasPrefix("/") {
      return FilePath(caches)
    }
    guard let home = ProcessEnvironment.variable("HOME"), !home.isEmpty else { return nil }
    #if canImport(Darwin)
      return FilePath(home + "/Library/Caches")
    #else
      return FilePath(home + "/.cache")
    #endif
  }

  /// The scripts and titles, each pair in a row, with a zero after each text.
  private static func bytes(of titles: [String: [String]]) -> [UInt8] {
    titles.sorted { $0.key < $1.key }.flatMap { file, titles in
      titles.filter { !$0.utf8.contains(0) }.flatMap { Array("\(file)\0\($0)\0".utf8) }
    }
  }

  /// The names of those of them that are in some scripts.
  func names(in files: [String]) -> Set<String> {
    state.withLock { state in
      Set(files.flatMap { file in (state.titles[Self.key(file)] ?? []).map { file + "/" + $0 } })
    }
  }

  /// Takes note of how a case came out.
  func note(_ event: TestEvent) {
    guard case .caseEnded(let result) = event else { return }
    let (key, title) = (Self.key(result.testCase.file), result.testCase.title)
    state.withLock { state in
      var titles = state.titles[key] ?? []
      guard titles.contains(title) != result.status.isFailure else { return }
      if result.status.isFailure { titles.append(title) } else { titles.removeAll { $0 == title } }
      state.titles[key] = titles.isEmpty ? nil : titles
      state.hasChanged = true
    }
  }

  /// Writes what failed, where it is not what failed before; scripts that are gone are left out.
  func save() {
    let titles = state.withLock { state in
      defer { state.hasChanged = false }
      return state.hasChanged ? state.titles : nil
    }
    guard let titles, let file else { return }
    let kept = titles.filter { FilePath($0.key).exists }
    try? file.folder.makeFolder()
    try? WholeFile.write(Self.bytes(of: kept), to: file.text)
  }

  private static func key(_ file: String) -> String {
    FilePath(file).canonical.text
  }
}
