// `rehearse format` writes into people's sources: nothing may lose them.

import Foundation
import TestSupport
import Testing

@Suite("rehearse format")
struct FormatCommandTests {
  private let folder = TestFolder()
  private static let lineCount = 400
  private static let unformatted = String(repeating: "print( 1+1 )\n", count: lineCount)
  private static let formatted = String(repeating: "print(1 + 1)\n", count: lineCount)

  @Test("A file that does not fit on its disk stays as it is, and the reader is told so")
  func fullDisk() throws {
    let program = try #require(Command.program)
    try folder.file("long.rehearsal", holding: Self.unformatted)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    // No file may grow beyond a block, and who tries is told instead of killed.
    process.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" format long.rehearsal 2>errors", program.path,
    ]
    process.currentDirectoryURL = folder.url
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus != 0)
    #expect(try folder.text(of: "long.rehearsal") == Self.unformatted)
    #expect(try folder.text(of: "errors").contains("the file is as it was"))
    #expect(try leftovers().isEmpty)
  }

  @Test("Killed at any moment, it leaves the old file or the new one")
  func kills() throws {
    for moment in 0..<24 {
      for name in try leftovers() {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
      }
      try folder.file("long.rehearsal", holding: Self.unformatted)
      let command = try RunningCommand(["format", "long.rehearsal"], in: folder)
      // As long as it takes to ask so often, and from the first sign of the new file on.
      var questions = moment * moment * 40
      while command.isRunning, questions > 0, try leftovers().isEmpty { questions -= 1 }
      command.kill()
      let text = try folder.text(of: "long.rehearsal")
      #expect(text == Self.unformatted || text == Self.formatted)
    }
  }

  @Test(
    "The owner of the file stays", .enabled(if: geteuid() == 0, "only root can give files away"))
  func owners() throws {
    let file = try folder.file("long.rehearsal", holding: Self.unformatted)
    try FileManager.default.setAttributes(
      [.ownerAccountID: 12_345, .groupOwnerAccountID: 54_321], ofItemAtPath: file.path)
    #expect(try Command("format", "long.rehearsal", in: folder).exitCode == 0)
    #expect(try folder.text(of: "long.rehearsal") == Self.formatted)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.ownerAccountID] as? Int == 12_345)
    #expect(attributes[.groupOwnerAccountID] as? Int == 54_321)
  }

  @Test("A link is followed, and the mode of the file stays")
  func linksAndModes() throws {
    let file = try folder.file("long.rehearsal", holding: Self.unformatted)
    let link = folder.url.appendingPathComponent("link.rehearsal")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: file.path)
    #expect(try Command("format", "link.rehearsal", in: folder).exitCode == 0)
    #expect(try folder.text(of: "long.rehearsal") == Self.formatted)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o604)
    let kind = try FileManager.default.attributesOfItem(atPath: link.path)[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
  }

  /// What stands beside the file while it is being replaced.
  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix(".long.rehearsal") }
  }
}
