// The file of `--checkpoint`: how far each exploration of a command is. It is written beside and put
// in place by one renaming, so whoever is killed leaves the last whole one.

import ArgumentParser
import Foundation
import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalPrompt

/// A file in which searches keep how far they are.
final class CheckpointFile {
  /// How far one exploration is.
  private struct Entry: Codable {
    let file: String
    let title: String
    let checkpoint: SearchCheckpoint
  }

  private let path: String
  private var entries: [Entry] = []
  private var lastEnd = ContinuousClock.now
  private var lastDuration = Duration.zero

  /// Searches take at least so many times as long as what is kept of them takes to be written.
  private static let leastShare = 20
  private static let leastPause = Duration.milliseconds(100)

  /// Opens a file, which may not be there yet; one that is no checkpoint ends the command.
  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      entries = try PropertyListDecoder().decode(
        [Entry].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      StandardStream.error.writeLine(
        "\(path): error: this is no checkpoint of `rehearse explore`; name another file")
      throw ExitCode(RunExitCode.scriptError.rawValue)
    }
  }

  /// Where the search of an exploration goes on from, and how it is kept.
  func checkpoints(of exploration: Exploration, in file: String) -> SearchCheckpoints {
    let known = entries.first { $0.file == file && $0.title == exploration.title }
    return SearchCheckpoints(
      from: known?.checkpoint, isDue: { self.isDue },
      keep: { self.keep(Entry(file: file, title: exploration.title, checkpoint: $0)) })
  }

  private var isDue: Bool {
    ContinuousClock.now - lastEnd > max(Self.leastPause, lastDuration * Self.leastShare)
  }

  private func keep(_ entry: Entry) {
    let start = ContinuousClock.now
    entries.removeAll { $0.file == entry.file && $0.title == entry.title }
    entries.append(entry)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    do {
      try WholeFile.write([UInt8](encoder.encode(entries)), to: path)
    } catch {
      let reason = (error as? FileWriteError)?.reason ?? "\(error)"
      StandardStream.error.writeLine("\(path): error: the checkpoint cannot be written: \(reason)")
      exit(RunExitCode.outputLost.rawValue)
    }
    lastEnd = ContinuousClock.now
    lastDuration = lastEnd - start
  }
}
