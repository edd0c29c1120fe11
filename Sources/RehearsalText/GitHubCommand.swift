// A workflow command of GitHub, which shows it as an annotation at a line of a file:
//
//     ::error file=notes.rehearsal,line=3,title=draft::the condition is false

/// A finding as GitHub shows it.
public struct GitHubCommand: Hashable, Sendable {
  /// How serious a finding is.
  public enum Level: String, Sendable {
    /// Nothing is wrong.
    case notice
    /// Something may be wrong.
    case warning
    /// Something is wrong.
    case error
  }

  /// The command as it is written, without the end of its line.
  public let line: String

  /// Makes a command; whatever means something to GitHub in a text is written as it asks for.
  ///
  /// - Parameters:
  ///   - level: How serious it is.
  ///   - file: The path of the file.
  ///   - position: The line, from 1.
  ///   - column: The column, from 1; nil for the whole line.
  ///   - title: The heading of the annotation, on one line.
  ///   - message: The text below it, of any number of lines.
  public init(
    _ level: Level, file: String, line position: Int, column: Int? = nil, title: String,
    message: String
  ) {
    var properties = [("file", file), ("line", "\(position)")]
    if let column { properties.append(("col", "\(column)")) }
    properties.append(("title", title))
    let list = properties.map { "\($0)=\(Self.escaped($1.printableLine, for: [":", ","]))" }
    line =
      "::\(level.rawValue) \(list.joined(separator: ","))::\(Self.escaped(message.printable))"
  }

  /// The command with more at the end of its message.
  public func appending(_ text: String) -> GitHubCommand {
    GitHubCommand(line: line + Self.escaped(text.printable))
  }

  private init(line: String) { self.line = line }

  private static func escaped(_ text: String, for others: Set<Unicode.Scalar> = []) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "\r" || scalar == "\n" || others.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "%" + (digits.count < 2 ? "0" : "") + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
