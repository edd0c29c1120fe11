// The host of the prompt's console: files, imports, standard output, a stopwatch and the file of
// the history.

import LineEditing
import Rehearsal
import RehearsalFiles
import RehearsalMachine
import RehearsalText

/// The host of the prompt.
enum PromptHost {
  /// Words, files, imports and time for a console that `cancellation` stops.
  ///
  /// - Parameters:
  ///   - scripts: The functions and native apps in addition to the built-in ones.
  ///   - searches: What looks for faults; nil for nothing.
  ///   - cancellation: By what an input is stopped.
  ///   - show: Shows what an input does, piece by piece.
  /// - Returns: The host of a console.
  static func host(
    _ scripts: ScriptHost, _ searches: FaultSearches?, _ cancellation: CancellationFlag,
    show: @Sendable @escaping (String) -> Void
  ) -> ConsoleHost {
    var host = ConsoleHost()
    host.scripts = scripts
    host.searches = searches
    host.show = show
    host.imports = ScriptFile.imports(of: ScriptFile.standardInput)
    host.read = { path in
      do throws(ScriptReadError) {
        return .success(try ScriptFile.read(expanded(path)))
      } catch {
        return .failure(ConsoleHost.FileError(error.reason))
      }
    }
    host.write = { path, text in
      do throws(FileWriteError) {
        return .success(try WholeFile.write(Array(text.utf8), to: expanded(path)))
      } catch {
        return .failure(ConsoleHost.FileError(error.reason))
      }
    }
    host.exists = { FilePath(expanded($0)).exists }
    host.paths = { paths(beginningWith: $0) }
    if StandardStream.output.isTerminal, !TerminalKind.current.isPlain {
      host.screenClearing = screenClearing
    }
    host.showsLinks = StandardStream.output.isTerminal && TerminalKind.current.showsLinks
    let start = ContinuousClock.now
    host.stopwatch = { ContinuousClock.now - start }
    host.interruption = cancellation
    return host
  }

  /// What clears the screen of a terminal.
  static let screenClearing = "\u{1B}[H\u{1B}[2J"

  /// What standard input holds.
  ///
  /// - Parameter size: The limit `sourceSize`, in bytes; of what is longer one byte more is read.
  /// - Returns: The text.
  /// - Throws: `ScriptReadError` for one that breaks off.
  static func pipedText(atMost size: Int) throws(ScriptReadError) -> String {
    String(
      decoding: try ScriptFile.read(ScriptFile.standardInput, atMost: size).bytes, as: UTF8.self)
  }

  /// The file of the history: the one that is named, none where the name is empty or the user has
  /// no folder.
  static var history: HistoryFile? {
    guard
      let path = ProcessEnvironment.variable("REHEARSAL_HISTORY") ?? inHome(".rehearsal_history"),
      !path.isEmpty
    else { return nil }
    return HistoryFile(path: path)
  }

  /// The path of a file in the user's folder; nil where the user has none.
  static func inHome(_ name: String) -> String? {
    guard let home = ProcessEnvironment.variable("HOME"), !home.isEmpty else { return nil }
    return home + "/" + name
  }

  private static func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? inHome(String(path.dropFirst(2))) ?? path : path
  }

  /// The paths that begin like one, folders with a `/` at their end; hidden ones only where asked.
  private static func paths(beginningWith beginning: String) -> [String] {
    let folder = beginning.lastIndex(of: "/").map { String(beginning[...$0]) } ?? ""
    let name = beginning.dropFirst(folder.count)
    let names = (try? FilePath(expanded(folder)).names()) ?? []
    let meant = names.filter {
      $0.hasPrefix(name) && (!$0.hasPrefix(".") || name.hasPrefix("."))
    }
    return meant.sorted().map { text in
      let isFolder = FilePath(expanded(folder + text)).kind() == .folder
      return folder + text + (isFolder ? "/" : "")
    }
  }
}
