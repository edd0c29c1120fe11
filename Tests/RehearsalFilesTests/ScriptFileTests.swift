// Scripts on the disk: found below folders, read with their imports, and written in place.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Script files")
struct ScriptFileTests {
  private let folder = TestFolder()

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test("Of a folder all scripts at any depth are found, of paths those named, in order")
  func finding() throws {
    for name in ["b.rehearsal", "a/z.rehearsal", "a/notes.txt", "a.rehearsal"] {
      try folder.file(name, holding: "")
    }
    let found = try ScriptFile.find(in: [path("b.rehearsal"), path(""), "-"])
    let all = ["a.rehearsal", "a/z.rehearsal", "b.rehearsal"]
    #expect(found == [path("b.rehearsal")] + all.map { path("") + "/" + $0 } + ["-"])
  }

  @Test("Hidden folders are left alone, and packages below a folder where they are asked to be")
  func packages() throws {
    for name in [
      "a.rehearsal", "Package.swift", ".build/b.rehearsal", "App/Package.swift",
      "App/Tests/c.rehearsal", "Tool/Package.swift",
    ] { try folder.file(name, holding: "") }
    let root = path("")
    let found = try ScriptFile.search([root])
    #expect(found.files == [root + "/a.rehearsal"])
    #expect(found.leftOut.map(\.path) == [root + "/App"])
    #expect(try ScriptFile.search([path("App")]).files == [path("App/Tests/c.rehearsal")])
    let all = try ScriptFile.find(in: [root])
    #expect(all == [root + "/App/Tests/c.rehearsal", root + "/a.rehearsal"])
  }

  @Test("What looks like scripts and is not searched is told: links to folders, other spellings")
  func leftOut() throws {
    for name in ["in/a.rehearsal", "in/b.Rehearsal", "in/c.REHEARSAL", "in/d.rehearsals"] {
      try folder.file(name, holding: "")
    }
    for name in ["far/e.rehearsal", "bare/notes.txt"] { try folder.file(name, holding: "") }
    for (link, target) in [
      ("in/far", "../far"), ("in/up", ".."), ("in/self", "."), ("in/bare", "../bare"),
      ("in/nowhere", "none"), ("in/linked.rehearsal", "../far/e.rehearsal"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: path(link), withDestinationPath: target)
    }
    let found = try ScriptFile.search([path("in")])
    #expect(found.files == ["a", "linked"].map { path("in/\($0).rehearsal") })
    #expect(
      found.leftOut.map(\.path) == ["b.Rehearsal", "c.REHEARSAL", "far"].map { path("in/\($0)") })
    #expect(found.leftOut.map(\.reason).last == "it is a link to a folder")
    #expect(try ScriptFile.search([path("in/far")]).files == [path("in/far/e.rehearsal")])
  }

  @Test("A path that is longer than the system takes is told, and not taken for missing")
  func longPaths() throws {
    let name = String(repeating: "n", count: 200)
    #expect(try errorOfReading(path(String(repeating: "n", count: 300))).contains("too long"))
    // Step by step, since no path to the innermost one is short enough.
    let deep = """
      cd "$1"; for i in $(seq 30); do mkdir \(name); cd \(name); done; echo 'print(1)' >a.rehearsal
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", deep, "bash", path("")]
    try process.run()
    process.waitUntilExit()
    let error = #expect(throws: ScriptReadError.self) { try ScriptFile.search([path("")]) }
    #expect(error?.reason.contains("too long") == true && error?.isMissing == false)
  }

  private func errorOfReading(_ path: String) throws -> String {
    try #require(throws: ScriptReadError.self) { try ScriptFile.read(path) }.reason
  }

  @Test("A text is read up to its limit and one byte more, by which it is known to be longer")
  func sizes() throws {
    for size in [9, 10, 11, 12] {
      let file = try folder.file("\(size)", holding: String(repeating: " ", count: size))
      #expect(try ScriptFile.read(file.path, atMost: 10).bytes.count == min(size, 11))
    }
  }

  @Test("What is no script is not imported, whatever it is called by")
  func secrets() throws {
    try folder.file("in/.env", holding: "SECRET=swordfish\n")
    try folder.file("in/notes.txt", holding: "SECRET=swordfish\n")
    try FileManager.default.createSymbolicLink(
      atPath: path("in/link.rehearsal"), withDestinationPath: ".env")
    for name in [".env", "notes.txt", "link.rehearsal", "../in/.env"] {
      try folder.file("in/a.rehearsal", holding: "import \"\(name)\"\n")
      let found = try ScriptFile.load(path("in/a.rehearsal")).diagnostics
      #expect(found.map(\.identifier) == [.fileNotReadable])
      let text = DiagnosticRenderer(usesColor: false).render(found)
      #expect(text.contains("it is no script") && !text.contains("swordfish"), "\(text)")
    }
  }

  @Test("What holds no scripts is named with the reason")
  func problems() throws {
    try folder.file("empty/notes.txt", holding: "")
    let cases = [
      ("none", "there is no such file", true), ("empty", "holds no *.rehearsal files", true),
    ]
    for (name, reason, isMissing) in cases {
      let error = #expect(throws: ScriptReadError.self) {
        try ScriptFile.find(in: [path(name)])
      }
      #expect(error?.path == path(name) && error?.isMissing == isMissing)
      #expect(error?.reason.contains(reason) == true)
    }
    let folder = #expect(throws: ScriptReadError.self) { try ScriptFile.read(path("empty")) }
    #expect(folder?.reason == "it is a folder; name the scripts in it")
    let device = #expect(throws: ScriptReadError.self) { try ScriptFile.read("/dev/null") }
    #expect(device?.reason.hasPrefix("it is no regular file") == true)
  }

  @Test("Imports come from the script's folder and below it, links resolved")
  func imports() throws {
    try folder.file("outside.rehearsal", holding: "let outside = 1")
    try folder.file("in/lib/one.rehearsal", holding: "import \"two.rehearsal\"\nlet one = two")
    try folder.file("in/lib/two.rehearsal", holding: "let two = 2")
    try folder.file("in/main.rehearsal", holding: "import \"lib/one.rehearsal\"\nprint(one)")
    #expect(Play(try ScriptFile.load(path("in/main.rehearsal"))).printed == ["2"])
    try FileManager.default.createSymbolicLink(
      atPath: path("in/link.rehearsal"), withDestinationPath: path("outside.rehearsal"))
    for (name, identifier) in [
      ("../outside.rehearsal", "E0603"), ("link.rehearsal", "E0603"), ("lib", "E0602"),
      ("none.rehearsal", "E0601"),
    ] {
      try folder.file("in/wrong.rehearsal", holding: "import \"\(name)\"")
      let script = try ScriptFile.load(path("in/wrong.rehearsal"))
      #expect(script.diagnostics.map(\.identifier.rawValue) == [identifier], "\(name)")
    }
  }

  @Test("A root widens what scripts below it may import, and no others")
  func roots() throws {
    try folder.file("common/one.rehearsal", holding: "let one = 1")
    try folder.file("in/main.rehearsal", holding: "import \"../common/one.rehearsal\"\nprint(one)")
    let main = path("in/main.rehearsal")
    func identifiers(_ roots: ImportRoots) throws -> [String] {
      try ScriptFile.load(main, roots: roots).diagnostics.map(\.identifier.rawValue)
    }
    #expect(try identifiers(ImportRoots()) == ["E0603"])
    #expect(try identifiers(ImportRoots(paths: [path("")])) == [])
    #expect(try identifiers(ImportRoots(paths: [path("in"), main])) == ["E0603"])
    #expect(try identifiers(ImportRoots(root: path(""), paths: [path("in")])) == [])
    #expect(try identifiers(ImportRoots(root: path("common"))) == ["E0603"])
  }

  @Test("A file is written with its links and permissions kept")
  func writing() throws {
    let (file, link) = (path("a.rehearsal"), path("b.rehearsal"))
    try WholeFile.write(Array("press .hoem\n".utf8), to: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try WholeFile.write(Array("press .home\n".utf8), to: link)
    #expect(try ScriptFile.read(file).bytes == Array("press .home\n".utf8))
    let kind = try FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType
    #expect(kind == .typeSymbolicLink)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(throws: FileWriteError.self) { try WholeFile.write([], to: path("")) }
  }
}
