// The history on disk: entries in their order, whole, each once, private, and bounded.

import Foundation
import LineEditing
import TestSupport
import Testing

@Suite("The file of the history")
struct HistoryFileTests {
  private let folder = TestFolder()

  private var path: String { folder.url.appendingPathComponent("history").path }

  @Test("Entries come back in their order, those of several lines whole")
  func entries() {
    let file = HistoryFile(path: path)
    #expect(file.load() == [])
    let entries = ["1 + 1", "func f() {\n  1\n}", "\"\\n\"", "\\", "é漢字"]
    for entry in entries { file.append(entry) }
    #expect(file.load() == entries)
    #expect(HistoryFile(path: path).load() == entries)
  }

  @Test("An entry stands where it was entered last")
  func repetitions() {
    let file = HistoryFile(path: path)
    for entry in ["a", "b", "a", "c", "a"] { file.append(entry) }
    #expect(file.load() == ["b", "c", "a"])
  }

  @Test("The newest entries are kept, and a file that has grown is put in order")
  func bounds() throws {
    let file = HistoryFile(path: path, limit: 3)
    for number in 1...6 { file.append("\(number)") }
    #expect(file.load() == ["4", "5", "6"])
    #expect(try folder.text(of: "history") == "1\n2\n3\n4\n5\n6\n")
    file.append("7")
    #expect(file.load() == ["5", "6", "7"])
    #expect(try folder.text(of: "history") == "5\n6\n7\n")
  }

  @Test("The file is for the user alone, also one that was not")
  func permissions() throws {
    try folder.file("history", holding: "a\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    HistoryFile(path: path).append("b")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("Where nothing can be written nothing is kept")
  func unwritable() {
    let file = HistoryFile(path: folder.url.path + "/none/history")
    file.append("a")
    #expect(file.load() == [])
  }

  @Test("A link is followed and stays one, also where the file is put in order")
  func links() throws {
    let target = try folder.file("elsewhere/kept", holding: "1\n2\n3\n4\n")
    try FileManager.default.createSymbolicLink(
      at: URL(fileURLWithPath: path), withDestinationURL: target)
    let file = HistoryFile(path: path, limit: 1)
    file.append("5")
    #expect(file.load() == ["5"])
    #expect(try folder.text(of: "elsewhere/kept") == "5\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test("A pipe, a device and a folder are left alone, and nobody waits for them")
  func otherFiles() throws {
    #expect(mkfifo(path, 0o644) == 0)
    for path in [path, "/dev/null", folder.url.path] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      let file = HistoryFile(path: path)
      file.append("a")
      #expect(file.load() == [])
      let after = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == after)
    }
  }

  @Test("Sessions that write at once lose nothing, also while one puts the file in order")
  func sessions() async throws {
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for session in 0..<4 {
        group.addTask {
          let file = HistoryFile(path: path, limit: 1000)
          for number in 0..<50 {
            file.append("\(session) \(number)")
            // A bound that is reached again and again, and keeps all there is.
            if number % 10 == 0 { _ = file.load() }
          }
        }
      }
    }
    #expect(HistoryFile(path: path).load().count == 200)
  }

  @Test("Ten thousand entries are kept")
  func manyEntries() throws {
    let lines = (1...25_000).map { "entry \($0)\n" }.joined()
    try folder.file("history", holding: lines)
    let file = HistoryFile(path: path)
    #expect(file.load().count == 10_000)
    #expect(file.load().first == "entry 15001")
    #expect(try folder.text(of: "history").hasPrefix("entry 15001\n"))
  }
}
