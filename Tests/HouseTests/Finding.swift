// What a check of the house has to say: a place and what to do about it.
//
// Checks return findings and never fail a test themselves, so that a small test can show for each
// check that it finds what it should.

/// One breach of a rule of the house, at one place.
struct Finding: Equatable, CustomStringConvertible {
  /// The file, relative to the root of the repository.
  var path: String
  /// The line, counted from 1; 0 speaks of the file as a whole.
  var line = 0
  /// What it is about where that is no file: the name of a function or type.
  var name: String?
  /// What is wrong and what to do instead.
  var message: String

  /// What an exception names to excuse it.
  var subject: String { name ?? path }

  var description: String {
    line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)"
  }
}

extension [Finding] {
  /// All findings, one on each line: the text that a failing test shows.
  var report: String { map(\.description).joined(separator: "\n") }
}
