// The option that sets limits, shared by the commands that play scripts. Names, units and defaults
// come from the library's table; nothing is listed here.

import ArgumentParser
import Rehearsal

/// `--limit NAME=VALUE`, as often as there are limits.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Set a limit; may be given several times.", discussion: LimitOptions.table,
      valueName: "name=value"))
  var settings: [String] = []

  /// The limits of a run.
  ///
  /// They are read twice: by `validate`, which refuses what cannot be read, and here.
  var limits: RunLimits { (try? read()) ?? RunLimits() }

  func validate() throws { _ = try read() }

  private func read() throws -> RunLimits {
    var limits = RunLimits()
    for setting in settings {
      do { try limits.set(setting) } catch { throw ValidationError(error.message) }
    }
    return limits
  }

  /// Every limit with its default.
  private static let table: String = {
    let defaults = RunLimits()
    var text = ""
    for name in LimitName.allCases {
      if !text.isEmpty { text += "\n" }
      text += "\(name.rawValue)=\(name.unit.text(defaults[name])): \(name.summary)."
    }
    return text
  }()
}
