// Where the reports of this process come from: its time, its command line, its computer and the checkout
// in which it runs.

import RehearsalFiles
import RehearsalRunner
import RehearsalText

extension RunOrigin {
  /// The origin of the runs of this process.
  ///
  /// With `SOURCE_DATE_EPOCH`, the variable by which builds are made reproducible, it has that date, and
  /// nothing of this computer is in a report.
  static var ofThisProcess: RunOrigin {
    var origin = RunOrigin()
    let epoch = ProcessEnvironment.variable("SOURCE_DATE_EPOCH").flatMap { Int($0) }
    origin.date = ProcessEnvironment.date(epoch)
    origin.saysElapsedTime = epoch == nil
    let words = CommandLine.arguments
    origin.command = ([FilePath(words.first ?? "rehearse").name] + words.dropFirst())
      .map(\.asShellWord).joined(separator: " ")
    origin.system = epoch == nil ? ProcessEnvironment.systemName : nil
    let root = FilePath.checkout
    origin.commit =
      root?.commit
      ?? ["GITHUB_SHA", "CI_COMMIT_SHA"].lazy
      .compactMap(ProcessEnvironment.variable).first
    // GitHub counts from its workspace on, in which a checkout may lie deeper.
    let workspace = ProcessEnvironment.variable("GITHUB_WORKSPACE").map { FilePath($0).canonical }
    let folder = FilePath("").canonical.text
    origin.checkout =
      [workspace, root].lazy.compactMap(\.self)
      .compactMap { Checkout(root: $0.text, folder: folder) }.first
    return origin
  }
}

extension String {
  /// The text as a shell takes it for one word.
  fileprivate var asShellWord: String {
    let plain =
      !isEmpty
      && utf8.allSatisfy { byte in
        byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || "0123456789_@%+=:,./-".utf8.contains(byte)
      }
    return plain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}

extension FilePath {
  /// The root of the checkout around the current folder: the next folder with a `.git`; nil for none.
  fileprivate static var checkout: FilePath? {
    var folder = FilePath("").canonical
    while !folder.appending(".git").exists {
      guard folder.text != "/" else { return nil }
      folder = folder.folder
    }
    return folder
  }

  /// The commit that is checked out in the folder that the path names; nil if Git's files do not say.
  fileprivate var commit: String? {
    var git = appending(".git")
    // In a second work tree and in a submodule it is a file that leads to the folder.
    if git.kind() == .file, let line = git.line, line.hasPrefix("gitdir: ") {
      git = appending(String(line.dropFirst("gitdir: ".count)))
    }
    guard let head = git.appending("HEAD").line else { return nil }
    guard head.hasPrefix("ref: ") else { return head }
    let name = String(head.dropFirst("ref: ".count))
    let common = git.appending("commondir").line.map { git.appending($0) }
    for folder in [git, common ?? git] {
      if let commit = folder.appending(name).line { return commit }
    }
    let packed = (common ?? git).appending("packed-refs")
    guard let bytes = try? packed.bytes(atMost: 1 << 24) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasSuffix(" " + name) }.map { String($0.prefix { $0 != " " }) }
  }

  /// The first line of the file; nil if it cannot be read.
  private var line: String? {
    guard let bytes = try? bytes(atMost: 1 << 12) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
