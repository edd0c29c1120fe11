// Vim itself, without a screen: scripts are recognised and indented as the formatter lays them out,
// comments are known, the list of errors has places.

import Foundation
import TestSupport
import Testing

/// Where it is installed; what continuous integration runs installs it.
private let vim = ["/usr/bin/vim", "/usr/local/bin/vim", "/opt/homebrew/bin/vim"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

@Suite("Vim", .enabled(if: vim != nil, "vim is not installed"))
struct VimTests {
  /// Runs commands of Vim's in a folder, with this repository's files for it.
  private func run(_ commands: String, in folder: TestFolder) throws {
    let script = try folder.file(
      "commands.vim",
      holding: "filetype plugin indent on\nsyntax on\n" + commands + "\nqall!\n")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(vim))
    let files = Repository.url(of: EditorFile.folder + "/vim").path
    process.arguments = [
      "-es", "-u", "NONE", "-N", "-i", "NONE", "--cmd", "set rtp^=\(files)", "-S", script.path,
    ]
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  @Test("Scripts are indented as the formatter lays them out")
  func indents() throws {
    let folder = TestFolder()
    let scripts = TestTier.sample(
      try Repository().paths(below: "Examples", endingIn: ".rehearsal")
        .filter { !$0.contains("/Scripts/") }, oneOf: 4)
    var commands = ""
    for (number, path) in scripts.enumerated() {
      // Texts over several lines stay as they are, and there are none here.
      let text = try Repository.text(of: path)
      #expect(!text.contains(#"""""#))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let flat = lines.map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
      try folder.file("\(number).rehearsal", holding: flat)
      commands += "edit \(number).rehearsal\nnormal! gg=G\nwrite\nbwipeout!\n"
    }
    try run(commands, in: folder)
    for (number, path) in scripts.enumerated() {
      #expect(try folder.text(of: "\(number).rehearsal") == Repository.text(of: path), "\(path)")
    }
    #expect(scripts.count > 5)
  }

  @Test("A script is recognised, with its comments, its layout and its list of errors")
  func settings() throws {
    let folder = TestFolder()
    let text = "app A {\n    // one\n}\n"
    try folder.file("a.rehearsal", holding: text)
    try folder.file(
      "report.txt",
      holding: """
        a.rehearsal
          ✗ one (30s)
            a.rehearsal:2:5: failed: `A` does not hold
               at 30s, after
                  0.000s      didEnterBackground            R054
        a.rehearsal:1:3: error[E0704]: no member
        a.rehearsal:3:1: warning[W0905]: `x` was refused: no (R049)

        `rehearse explain E0704` tells more.
        """)
    try run(
      """
      edit a.rehearsal
      let g:seen = [&filetype, &commentstring, &shiftwidth, &expandtab, &makeprg, &syntax]
      cgetfile report.txt
      for entry in getqflist()
        call add(g:seen, join([entry.lnum, entry.col, entry.type, entry.nr, entry.text]))
      endfor
      call writefile(g:seen, "seen.txt")
      """, in: folder)
    #expect(
      try folder.text(of: "seen.txt").split(separator: "\n") == [
        "rehearsal", "// %s", "4", "1", "rehearse test --color never %:S", "rehearsal",
        "2 5  -1 `A` does not hold", "1 3 e 704 no member", "3 1 w 905 `x` was refused: no (R049)",
      ])
  }
}
