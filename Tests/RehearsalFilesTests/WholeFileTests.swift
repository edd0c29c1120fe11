// Files that are replaced as a whole: never one that somebody else changed meanwhile, and nothing is
// waited for that may never come.

import Foundation
import RehearsalFiles
import TestSupport
import Testing

@Suite("Whole files")
struct WholeFileTests {
  private let folder = TestFolder()

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }
  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  @Test("What was read and is as it was is replaced, through a link too", arguments: ["a", "link"])
  func replaces(name: String) throws {
    try folder.file("a", holding: "old")
    try link("link", to: "a")
    try WholeFile.replace(path(name), holding: Array("old".utf8), with: Array("new".utf8))
    #expect(try folder.text(of: "a") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "a")
  }

  @Test("What an editor saved meanwhile stays, through a link too", arguments: ["a", "link"])
  func savedMeanwhile(name: String) throws {
    try folder.file("a", holding: "saved")
    try link("link", to: "a")
    let error = #expect(throws: FileWriteError.self) {
      try WholeFile.replace(path(name), holding: Array("old".utf8), with: Array("new".utf8))
    }
    #expect(error?.reason.contains("changed meanwhile") == true)
    #expect(try folder.text(of: "a") == "saved")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path("")).sorted() == ["a", "link"])
  }

  @Test("A file that is gone meanwhile does not come back")
  func goneMeanwhile() throws {
    #expect(throws: FileWriteError.self) {
      try WholeFile.replace(path("a"), holding: Array("old".utf8), with: Array("new".utf8))
    }
    #expect(!FileManager.default.fileExists(atPath: path("a")))
  }

  @Test("Paths of one file are known as such, by links, spellings and names to come")
  func sameFiles() throws {
    try folder.file("a", holding: "")
    try link("link", to: "a")
    try FileManager.default.linkItem(atPath: path("a"), toPath: path("hard"))
    try folder.file("in/b", holding: "")
    let file = FilePath(path("a"))
    for other in ["a", "./a", "in/../a", "link", "hard"] {
      #expect(file.isSameFile(as: FilePath(path("") + "/" + other)), "\(other)")
    }
    for other in ["in/b", "in", "none"] {
      #expect(!file.isSameFile(as: FilePath(path(other))), "\(other)")
    }
    #expect(FilePath(path("none")).isSameFile(as: FilePath(path("") + "/in/../none")))
    #expect(!FilePath(path("none")).isSameFile(as: FilePath(path("no"))))
  }

  @Test("A pipe without anybody at its other end is not waited for")
  func pipes() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let error = #expect(throws: FileWriteError.self) { try WholeFile(path("pipe")) }
    #expect(error?.reason == "this pipe has no reader")
    #expect(throws: SystemError.self) { try FilePath(path("pipe")).bytes() }
    #expect(throws: SystemError.self) { try FilePath(path("")).bytes() }
  }
}
