// Two that write one file, whatever their process numbers are: none of them loses anything in silence.

import Foundation
import RehearsalFiles
import TestSupport
import Testing

@Suite("Folders that several processes share")
struct SharedFolderTests {
  private let folder = TestFolder()

  private var path: String { folder.url.appendingPathComponent("report").path }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
  }

  @Test("Who comes second is told, and what came first stays", arguments: [true, false])
  func second(_ isNew: Bool) throws {
    if !isNew { try folder.file("report", holding: "old") }
    let (first, second) = (try WholeFile(path), try WholeFile(path))
    try first.write(Array("failed".utf8))
    try second.write(Array("passed".utf8))
    try first.putInPlace()
    let error = #expect(throws: FileWriteError.self) { try second.putInPlace() }
    #expect(error?.reason.contains("another process wrote it meanwhile") == true)
    #expect(try folder.text(of: "report") == "failed")
    #expect(names == ["report"])
    // Afterwards the file can be replaced again.
    try WholeFile.write(Array("new".utf8), to: path)
    #expect(try folder.text(of: "report") == "new" && names == ["report"])
  }

  @Test("An unfinished file that somebody replaced does not get the name")
  func replaced() throws {
    try folder.file("report", holding: "old")
    let file = try WholeFile(path)
    try file.write(Array("mine".utf8))
    let unfinished = try #require(names.first { $0.hasPrefix(".report.") })
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(unfinished))
    try folder.file(unfinished, holding: "forged")
    #expect(throws: FileWriteError.self) { try file.putInPlace() }
    #expect(try folder.text(of: "report") == "old")
  }

  @Test("Names of unfinished files are drawn, and an old one is nobody's obstacle")
  func drawnNames() throws {
    try folder.file(".report.\(ProcessInfo.processInfo.processIdentifier)", holding: "of another")
    let files = try (0..<8).map { _ in try WholeFile(path) }
    #expect(Set(names).count == 9)
    withExtendedLifetime(files) {}
  }

  @Test("Of many that write at once, each writes the whole or is told")
  func many() throws {
    let path = path
    let texts = (0..<16).map { String(repeating: "\($0) ", count: 4000) }
    let told = Told()
    DispatchQueue.concurrentPerform(iterations: texts.count) { number in
      do { try WholeFile.write(Array(texts[number].utf8), to: path) } catch { told.count() }
    }
    #expect(texts.contains(try folder.text(of: "report")) && names == ["report"])
    #expect(told.value < texts.count)
  }

  private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var value = 0

    func count() { lock.withLock { value += 1 } }
  }
}
