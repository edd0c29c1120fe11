// The files below `Grammar/editors`: each is written whole from the lexicon, but for two.

/// A file that one editor reads for scripts.
struct EditorFile {
  /// The path from the root of the repository.
  let path: String
  let text: String

  /// Every file that there should be.
  static var all: [EditorFile] { visualStudioCode + vim + vimPlugins + sublime }

  /// The files that are written by hand: the code of the extension for VS Code, and what packages it.
  static let written = ["vscode/extension.js", "package-vscode"].map { folder + "/" + $0 }

  static let folder = "Grammar/editors"

  /// What writes the files.
  static let command = "RECORD_EDITORS=1 swift test --filter EditorTests"

  static let notice = "Written from the language's tables by: \(command)"
}
