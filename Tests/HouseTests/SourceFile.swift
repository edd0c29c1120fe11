// The files of the repository as the checks see them.

import TestSupport

/// A file as a check sees it.
struct SourceFile: Sendable {
  let path: String
  let text: String
  /// The lines of the text, without their newlines.
  let lines: [String]
  /// For Swift, the lines with comments and literals blank; else empty.
  let codeLines: [String]
  /// For Swift, the lines with nothing but their comments; else empty.
  let commentLines: [String]
  /// For Swift, the words and marks of the code; else empty.
  let tokens: [SwiftToken]
  /// For Swift, the declarations; else empty.
  let declarations: [SwiftDeclaration]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard path.hasSuffix(".swift") else {
      (codeLines, commentLines, tokens, declarations) = ([], [], [], [])
      return
    }
    let code = SwiftCode(text)
    codeLines = code.lines
    commentLines = code.comments
    tokens = SwiftToken.tokens(in: code.lines)
    declarations = SwiftOutline(tokens).declarations
  }

  /// The folder of `Sources` that the file stands in, if any; the tests of a package there are none.
  var module: Substring? {
    let folders = path.split(separator: "/")
    return folders.count > 2 && folders[0] == "Sources" && folders[2] != "Tests" ? folders[1] : nil
  }

  var isSwift: Bool { path.hasSuffix(".swift") }

  /// Every file of the repository that is text.
  static func all() throws -> [SourceFile] {
    try Repository().paths.compactMap { path in
      (try? Repository.text(of: path)).map { SourceFile(path: path, text: $0) }
    }
  }
}
