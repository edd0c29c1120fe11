import Testing
import Foundation
@testable import RehearsalSyntax

@Test func scratch() throws {
  let directory = "/tmp/syntax-scratch"
  for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() where name.hasSuffix(".rehearsal") {
    let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
    let start = Date()
    let script = Parser.parse(SourceText(name: name, bytes: Array(data)))
    let time = Date().timeIntervalSince(start)
    print("=====", name, script.diagnostics.count, "findings", "\(Int(time * 1000)) ms")
    print(DiagnosticRenderer().render(Array(script.diagnostics.prefix(60))))
    if data.count < 3000 && name.hasPrefix("t") { print(TreePrinter.print(script, showsPlaces: false)) }
  }
}
