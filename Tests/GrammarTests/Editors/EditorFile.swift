// The files below `Grammar/editors`: each is written whole from the lexicon, and none by hand.

/// A file that one editor reads for scripts.
struct EditorFile {
  /// The path from the root of the repository.
  let path: String
  let text: String

  /// Every file that there should be.
  static var all: [EditorFile] { visualStudioCode + vim + vimPlugins + sublime }

  static let folder = "Grammar/editors"

  /// What writes the files.
  static let command = "RECORD_EDITORS=1 swift test --filter EditorTests"

  static let notice = "Written from the language's tables by: \(command)"
}
