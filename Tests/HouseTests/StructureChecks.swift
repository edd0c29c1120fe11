// The checks of how sources are cut: functions that fit a screen, types in few files, declarations
// that something uses, and comments that name what there is.

/// The most lines that may stand between the braces of a function.
let longestFunction = 60

/// The most files that a type and its extensions may stand in.
let mostFilesOfAType = 8

/// Functions, initializers and computed variables that fit no screen.
func longFunctions(in files: [SourceFile]) -> [Finding] {
  files.flatMap { file in
    file.declarations
      .filter { declaration in
        [.function, .initializer, .variable].contains(declaration.kind)
          && declaration.bodyLineCount > longestFunction
      }
      .map { declaration in
        Finding(
          path: file.path, line: declaration.line, name: declaration.qualifiedName,
          message: "\(declaration.qualifiedName) has \(declaration.bodyLineCount) lines: "
            + "a function fits a screen, at most \(longestFunction)")
      }
  }
}

/// Types that stand, with their extensions, in too many files of their module.
func scatteredTypes(in files: [SourceFile]) -> [Finding] {
  var paths: [String: Set<String>] = [:]
  for file in files {
    guard let module = file.module else { continue }
    for declaration in file.declarations where [.type, .extension].contains(declaration.kind) {
      paths["\(module).\(declaration.qualifiedName)", default: []].insert(file.path)
    }
  }
  return paths.sorted { $0.key < $1.key }.compactMap { name, paths in
    guard paths.count > mostFilesOfAType, let path = paths.min() else { return nil }
    return Finding(
      path: path, name: name,
      message: "\(name) is cut into \(paths.count) files: give its parts types of their own, "
        + "at most \(mostFilesOfAType)")
  }
}

/// Declarations of the sources whose names stand nowhere but where they are declared.
func unusedDeclarations(in files: [SourceFile]) -> [Finding] {
  var counts: [String: Int] = [:]
  for file in files {
    for token in file.tokens where token.isWord { counts[token.text, default: 0] += 1 }
  }
  let declared = files.filter { $0.module != nil }.flatMap { file in
    file.declarations.filter { isNamedByItsUsers($0) }.map { (file, $0) }
  }
  var declarationCounts: [String: Int] = [:]
  for (_, declaration) in declared { declarationCounts[declaration.name, default: 0] += 1 }
  return declared.filter { counts[$1.name] == declarationCounts[$1.name] }
    .map { file, declaration in
      Finding(
        path: file.path, line: declaration.line, name: declaration.name,
        message: "\(declaration.qualifiedName) is used nowhere: remove it")
    }
}

/// Whether whoever uses a declaration writes its name.
///
/// A case may be made from its raw value, or be one of all.
private func isNamedByItsUsers(_ declaration: SwiftDeclaration) -> Bool {
  // What a coder is made of is named by the compiler.
  if declaration.name == "CodingKeys" { return false }
  switch declaration.kind {
  case .initializer, .extension: return false
  case .enumCase:
    return declaration.inherited.isDisjoint(with: ["String", "CaseIterable", "CodingKey"])
  case .function, .type, .variable, .alias:
    let attributes: Set<String> = ["@main", "@_cdecl", "override"]
    return declaration.name.first?.isLetter == true
      && declaration.modifiers.isDisjoint(with: attributes)
  }
}

/// Files and types that comments name and that are not there.
func missingNames(in files: [SourceFile]) -> [Finding] {
  let paths = files.map(\.path)
  let fileNames = Set(paths.compactMap { $0.split(separator: "/").last })
  var names = Set(paths.flatMap { $0.split(separator: "/") })
  for name in fileNames where name.hasSuffix(".swift") { names.insert(name.dropLast(6)) }
  for file in files { for token in file.tokens { names.insert(token.text[...]) } }
  func isThere(_ name: CommentName) -> Bool {
    switch name {
    case .path(let path): paths.contains { $0 == path || $0.hasPrefix(path + "/") }
    case .file(let file): fileNames.contains(file)
    case .stem(let stem): names.contains(stem)
    }
  }
  return files.filter(\.isSwift).flatMap { file in
    file.commentLines.enumerated().flatMap { index, comment in
      CommentName.names(in: comment).filter { !isThere($0) }.map { name in
        Finding(
          path: file.path, line: index + 1,
          message: "there is no \(name.text): name what there is")
      }
    }
  }
}

/// What a comment names: a path from the root, a file, or a type or file without its ending.
private enum CommentName {
  case path(Substring)
  case file(Substring)
  case stem(Substring)

  var text: Substring {
    switch self {
    case .path(let text), .file(let text), .stem(let text): text
    }
  }

  private static let folders = ["Sources/", "Tests/", "Examples/", "Grammar/"]

  /// The names in a comment.
  static func names(in comment: String) -> [CommentName] {
    guard comment.utf8.contains(UInt8(ascii: "/")) else { return [] }
    return comment.utf8.split { !isNameByte($0) }.compactMap { name(Substring($0)) }
  }

  private static func name(_ word: Substring) -> CommentName? {
    guard let end = word.utf8.lastIndex(where: isWordByte), !word.utf8.contains(asterisk) else {
      return nil
    }
    let isQuoted = word.hasPrefix("`")
    let name = word[...end].drop { $0 == "`" }
    if folders.contains(where: name.hasPrefix) { return .path(name) }
    guard !name.contains("/"), name.first?.isUppercase == true else { return nil }
    if name.hasSuffix(".swift") { return .file(name) }
    let isCombined = name.contains("+") && name.wholeMatch(of: /[A-Z]\w+(?:\+[A-Z]\w+)+/) != nil
    let isType = isQuoted && name.wholeMatch(of: /[A-Z][a-z]\w+/) != nil
    return isCombined || isType ? .stem(name) : nil
  }

  private static let asterisk = UInt8(ascii: "*")

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isWordByte(byte) || "_+./-*`".utf8.contains(byte)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
