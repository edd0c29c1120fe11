// What no output may hold, of whatever command of whatever test: what steers a terminal, and what a
// build server obeys.

import Testing

/// The scan of all output of all tests of the command.
package enum SteeringText {
  /// The first thing in a text that steers a terminal or a build server; nil in most texts.
  ///
  /// - Parameters:
  ///   - text: What a command wrote.
  ///   - allowsCommands: Whether it was asked for commands of GitHub, which are lines of their own.
  /// - Returns: What was found, in words.
  package static func first(in text: String, allowingCommands allowsCommands: Bool) -> String? {
    for line in text.split(separator: "\n") {
      if !allowsCommands, line.drop(while: \.isWhitespace).hasPrefix("::") {
        return "a command of GitHub: \(line.prefix(80))"
      }
      if line.contains(#/##[\p{L}._-]*\[/#) {
        return "a build server's command: \(line.prefix(80))"
      }
      // Colours are asked for, and tests of terminals have them.
      let plain = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      for scalar in plain.unicodeScalars {
        switch scalar.value {
        case 0x09: continue
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
          return "U+\(String(scalar.value, radix: 16)) in \(line.prefix(80))"
        default: continue
        }
      }
    }
    return nil
  }

  /// Records an issue where something is found.
  package static func refuse(
    in text: String, allowingCommands allowsCommands: Bool, of arguments: [String]
  ) {
    // What is formatted from standard input is the script itself.
    guard !arguments.starts(with: ["format"]), arguments.first?.hasPrefix("--generate") != true,
      arguments.first?.hasSuffix("server") != true, arguments.first != "debug-adapter"
    else { return }
    if let found = first(in: text, allowingCommands: allowsCommands) {
      Issue.record("rehearse \(arguments.joined(separator: " ")) writes \(found)")
    }
  }
}
