// The C interface from outside: the header names what the library has, and Python's ctypes plays a
// session through it.

import Foundation
import TestSupport
import Testing

@testable import RehearsalForC

@Suite("The C interface")
struct PythonTests {
  @Test func theHeaderNamesEveryFunction() throws {
    let header = try Repository.text(of: "Sources/RehearsalForC/rehearsal.h")
    let source = try Repository.text(of: "Sources/RehearsalForC/CInterface.swift")
    let declared = header.matches(of: /\b(rehearsal_\w+)\(/).map { String($0.1) }
    let exported = source.matches(of: /@_cdecl\("(\w+)"\)/).map { String($0.1) }
    #expect(Set(declared) == Set(exported) && exported.count == 11)
  }

  @Test func errorsAreValues() throws {
    let text = try #require(runScript(nil))
    defer { freeText(text) }
    #expect(String(cString: text) == "{\"error\":{\"message\":\"the session is NULL\"}}")
    let session = createSession()
    defer { destroySession(session) }
    let missing = try #require(callFunction(session, nil, nil))
    defer { freeText(missing) }
    #expect(String(cString: missing).contains("load one"))
  }

  @Test func casesAreToldAsTheyCameOut() throws {
    let session = ForeignSession()
    _ = try session.load(
      name: "a.rehearsal",
      source: """
        scenario "for \\(n)", n in [1, 2] { expect n == 1 }
        scenario "later", skip: "no watch" { expect false }
        scenario "known", fails: "issue 1" { expect false }
        """)
    let run = try #require(session.run() as? [String: Any])
    #expect(run["passed"] as? Bool == false && (run["failures"] as? [Any])?.count == 1)
    let cases = try #require(run["scenarios"] as? [[String: Any]])
    #expect(cases.map { $0["title"] as? String } == ["for 1", "for 2", "later", "known"])
    #expect(
      cases.map { $0["status"] as? String } == ["passed", "failed", "skipped", "passed"])
    #expect(cases.map { $0["reason"] as? String } == [nil, nil, "no watch", "issue 1"])
    #expect(cases[1]["parameters"] as? [String: String] == ["n": "2"])
  }

  @Test func valuesCrossBothWays() throws {
    for text in ["[1,2.5,true,null,\"a\"]", "{\"duration\":5}", "{\"symbol\":\"x\"}", "{\"a\":[]}"]
    {
      let value = JSON.scriptValue(of: try JSON.parse(text))
      let expected = text.replacing(",null", with: ",null")
      #expect(JSON.text(of: JSON.value(of: value)) == expected)
    }
  }

  @Test(.enabled(if: Self.python != nil)) func pythonPlaysASession() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.python))
    let path = try #require(Self.nativeLibrary)
    process.arguments = [Repository.url(of: "Examples/Python/rehearsal.py").path, path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(
      String(decoding: data, as: UTF8.self) == """
        passed True
        draft x uploaded ['x']
        Notes inactive active inactive background suspended
        error E0202
        failures E0705
        failures E0801

        """)
    #expect(process.terminationStatus == 0)
  }

  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The library beside the test bundle.
  private static var nativeLibrary: String? {
    let folder =
      Bundle.main.bundleURL.path.contains(".build") ? Bundle.main.bundleURL : Repository.root
    return [folder, Repository.url(of: ".build/debug")].flatMap { folder in
      ["so", "dylib"].map { folder.appendingPathComponent("libRehearsalForC." + $0).path }
    }.first { FileManager.default.fileExists(atPath: $0) }
  }
}
