// Which scripts are to be run again when files change.

import Foundation
import RehearsalFiles
import TestSupport
import Testing

@Suite("Watched files")
struct WatchedFilesTests {
  private let folder = TestFolder()

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test("What changed is run again, with what imports it, what is new and what has errors")
  func changes() throws {
    for name in ["a", "b", "c", "lib"] { try folder.file(name, holding: name) }
    var watched = WatchedFiles()
    let scripts = ["a", "b", "c"].map(path)
    for script in scripts { watched.willRead(script) }
    watched.note(scripts[0], imports: [path("lib")], isBroken: false)
    watched.note(scripts[1], imports: [], isBroken: false)
    watched.note(scripts[2], imports: [], isBroken: true)
    #expect(watched.count == 4)
    #expect(watched.changed(among: scripts) == [])
    try folder.file("lib", holding: "longer than before")
    #expect(watched.changed(among: scripts) == [scripts[0], scripts[2]])
    #expect(watched.changed(among: scripts) == [])
    watched.note(scripts[2], imports: [], isBroken: false)
    try folder.file("b", holding: "longer than before")
    #expect(watched.changed(among: scripts) == [scripts[1]])
    #expect(watched.changed(among: scripts + [path("d")]) == [path("d")])
    try FileManager.default.removeItem(atPath: scripts[1])
    #expect(watched.changed(among: [scripts[0], scripts[2]]) == [])
    try folder.file("b", holding: "b")
    #expect(watched.changed(among: scripts) == [scripts[1]])
  }
}
