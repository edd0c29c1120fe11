// What failed when scripts were last tested, for `--failed-first`: a file in the user's folder for
// caches, by the paths of the scripts. It is a convenience: where it cannot be read there is
// nothing to run first, and where it cannot be written a test is none the worse.

import Foundation
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
  private let file: URL?

  /// Reads what failed.
  init(in environment: [String: String] = ProcessInfo.processInfo.environment) {
    file = Self.file(environment)
    let data = file.flatMap { try? Data(contentsOf: $0) } ?? Data()
    let titles = try? JSONDecoder().decode([String: [String]].self, from: data)
    state = Mutex(State(titles: titles ?? [:]))
  }

  private static func file(_ environment: [String: String]) -> URL? {
    let folder: URL
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") {
      folder = URL(fileURLWithPath: caches)
    } else {
      let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
      guard let user = caches.first else { return nil }
      folder = user
    }
    return folder.appendingPathComponent("rehearse").appendingPathComponent("failed.json")
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
    let kept = titles.filter { FileManager.default.fileExists(atPath: $0.key) }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? WholeFile.write([UInt8](JSONEncoder().encode(kept)), to: file.path)
  }

  private static func key(_ file: String) -> String {
    URL(fileURLWithPath: file).standardizedFileURL.path
  }
}
