// Paths, and what stands where they lead.

import Foundation
import RehearsalFiles
import TestSupport
import Testing

@Suite("Paths of files")
struct FilePathTests {
  private let folder = TestFolder()

  private var root: FilePath { FilePath(folder.url.path).canonical }

  @Test(
    "A path has a folder, a name and an ending",
    arguments: [
      ("a/b.txt", "a", "b.txt", "txt"), ("b.SVG", "", "b.SVG", "svg"), ("/b", "/", "b", ""),
      ("a/.b", "a", ".b", ""), ("a.d/b", "a.d", "b", ""), ("a/", "a", "", ""), ("", "", "", ""),
      ("b.", "", "b.", ""),
    ])
  func parts(path: String, folder: String, name: String, ending: String) {
    let path = FilePath(path)
    #expect(path.folder == FilePath(folder))
    #expect(path.name == name)
    #expect(path.ending == ending)
  }

  @Test("Something in a folder is named from it, a whole path by itself")
  func appending() {
    #expect(FilePath("a").appending("b/c") == FilePath("a/b/c"))
    #expect(FilePath("a/").appending("b") == FilePath("a/b"))
    #expect(FilePath("").appending("b") == FilePath("b"))
    #expect(FilePath("/").appending("b") == FilePath("/b"))
    #expect(FilePath("a").appending("/b") == FilePath("/b"))
  }

  @Test("The one spelling of a path has no links, also where something on the way is missing")
  func canonical() throws {
    try folder.file("in/a.txt", holding: "")
    try folder.file("outside.txt", holding: "")
    let root = root
    try FileManager.default.createSymbolicLink(
      atPath: root.appending("link").text, withDestinationPath: "in")
    try FileManager.default.createSymbolicLink(
      atPath: root.appending("in/out").text, withDestinationPath: "../outside.txt")
    let spellings = [
      "link/a.txt": "in/a.txt", "in/../link/./a.txt": "in/a.txt", "link/none": "in/none",
      "link/none/../a.txt": "in/a.txt", "in/none/../out": "outside.txt",
      "none/../../x": "../x", "link/..": "",
    ]
    for (path, expected) in spellings {
      let spelled =
        expected.hasPrefix("../")
        ? root.folder.appending(String(expected.dropFirst(3)))
        : expected.isEmpty ? root : root.appending(expected)
      #expect(root.appending(path).canonical == spelled, "\(path)")
    }
    #expect(FilePath("/../..").canonical == FilePath("/"))
    #expect(FilePath("").canonical.text == FileManager.default.currentDirectoryPath)
  }

  @Test("A folder contains itself and what lies below it")
  func contains() {
    #expect(FilePath("/a").contains(FilePath("/a")))
    #expect(FilePath("/a").contains(FilePath("/a/b")))
    #expect(!FilePath("/a").contains(FilePath("/ab")))
    #expect(FilePath("/").contains(FilePath("/a")))
  }

  @Test("It is said what a path leads to")
  func kinds() throws {
    try folder.file("in/a.txt", holding: "12\n")
    let root = root
    try FileManager.default.createSymbolicLink(
      atPath: root.appending("link").text, withDestinationPath: "in")
    #expect(root.appending("in").kind() == .folder)
    #expect(root.appending("in/a.txt").kind() == .file)
    #expect(root.appending("link").kind() == .folder)
    #expect(root.appending("link").kind(followsLinks: false) == .other)
    #expect(FilePath("/dev/null").kind() == .other)
    #expect(!root.appending("in/a.txt\0b").exists)
    #expect(!root.appending("in/a.txt").isProgram && FilePath("/bin/sh").isProgram)
    #expect(try root.appending("in/a.txt").bytes() == Array("12\n".utf8))
    #expect(Set(try root.names()) == ["in", "link"])
  }

  @Test("What cannot be read is told in the system's words")
  func failures() throws {
    let missing = root.appending("none")
    let names = #expect(throws: SystemError.self) { try missing.names() }
    let bytes = #expect(throws: SystemError.self) { try missing.bytes() }
    #expect(names?.description == "No such file or directory")
    #expect(bytes?.description == "No such file or directory")
  }

  @Test("A folder is made with those above it")
  func folders() throws {
    let root = root
    for _ in 1...2 { try root.appending("a/b/c").makeFolder() }
    #expect(root.appending("a/b/c").kind() == .folder)
    try folder.file("file", holding: "")
    #expect(throws: SystemError.self) { try root.appending("file/d").makeFolder() }
  }
}
