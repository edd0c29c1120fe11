// Scripts on the disk: found below folders, read with their imports, and written in place.

import Foundation
import Rehearsal
import RehearsalFiles
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
    #expect(found.files == [root + "/a.rehearsal"] && found.packages == [root + "/App"])
    #expect(try ScriptFile.search([path("App")]).files == [path("App/Tests/c.rehearsal")])
    let all = try ScriptFile.find(in: [root])
    #expect(all == [root + "/App/Tests/c.rehearsal", root + "/a.rehearsal"])
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
