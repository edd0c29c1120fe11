// The C interface from inside: the header names what the library has, cases and reports have their
// keys, and what another language does wrong is an error.

import Foundation
import TestSupport
import Testing

@testable import RehearsalForC

@Suite("The C interface")
struct InterfaceTests {
  @Test func theHeaderNamesEveryFunction() throws {
    let header = try Repository.text(of: "Sources/RehearsalForC/rehearsal.h")
    let source = try Repository.text(of: "Sources/RehearsalForC/CInterface.swift")
    let declared = header.matches(of: /\b(rehearsal_\w+)\(/).map { String($0.1) }
    // What is not public, a release build does not show.
    let exported = source.matches(of: /@_cdecl\("(\w+)"\)\npublic func/).map { String($0.1) }
    #expect(Set(declared) == Set(exported) && exported.count == 19)
  }

  @Test func errorsAreValues() throws {
    #expect(text(runScript(0)) == #"{"error":{"message":"the session is 0"}}"#)
    let session = createSession()
    for answer in [runScript(session), readTrace(session), callFunction(session, "f", nil)] {
      #expect(text(answer).contains("load one"))
    }
    #expect(text(loadScript(session, nil, "")).contains("the name is NULL"))
    #expect(text(loadScript(session, "a", nil)).contains("the source is NULL"))
    #expect(text(defineFunction(session, "f", nil, nil, nil)).contains("the function is NULL"))
    #expect(text(setLimit(session, "\u{FF}")).contains("\u{FF}"))
    let bytes: [CChar] = [0x68, -1, 0]
    #expect(text(setLimit(session, bytes)).contains("the setting is not UTF-8"))
    #expect(text(loadScript(session, "a", bytes)).contains("E0"))
    #expect(destroySession(session) && !destroySession(session) && !destroySession(0))
  }

  @Test func aHandleOutlivesNoSession() {
    let first = createSession()
    #expect(destroySession(first))
    #expect(text(runScript(first)).contains("the session was destroyed"))
    let second = createSession()
    defer { #expect(destroySession(second)) }
    #expect(second != first)
    #expect(text(runScript(first)).contains("the session was destroyed"))
    for other in [second | 1 << 63, 0xFFFF_FFFF, 1 << 40, .max] as [UInt64] {
      #expect(text(runScript(other)).contains("there is no such session"))
      #expect(!destroySession(other))
    }
  }

  @Test func aSessionIsUsedOnce() throws {
    // The host function is called by the session that it is handed.
    let again: ForeignFunction = { _, context in
      let session = context?.load(as: UInt64.self) ?? 0
      #expect(!destroySession(session))
      return copyText(text(runScript(session)).contains("the session is in use") ? "1" : "2")
    }
    var session = createSession()
    defer { #expect(destroySession(session)) }
    let report = withUnsafeMutablePointer(to: &session) { pointer in
      #expect(text(defineFunction(pointer.pointee, "again", "", again, pointer)).contains("value"))
      _ = text(loadScript(pointer.pointee, "a", "print(again())"))
      return text(runScript(pointer.pointee))
    }
    #expect(report.contains("\"output\":[\"1\"]"), "\(report)")
  }

  @Test func hostFunctionsEndTheirNesting() {
    let nested: ForeignFunction = { _, _ in
      let session = createSession()
      defer { #expect(destroySession(session)) }
      _ = text(defineFunction(session, "nested", "", InterfaceTests.nested, nil))
      _ = text(loadScript(session, "a", "print(nested())"))
      let report = text(runScript(session))
      return copyText(
        report.contains("16 deep") || report.contains("[\"the end\"]") ? "\"the end\"" : "")
    }
    Self.nested = nested
    #expect(text(nested(nil, nil)) == "\"the end\"")
  }

  nonisolated(unsafe) private static var nested: ForeignFunction = { _, _ in nil }

  @Test func aTextIsFreedOnce() throws {
    let copy = try #require(copyText("text"))
    freeText(copy)
    freeText(copy)
    freeText(nil)
    var stranger: CChar = 1
    freeText(&stranger)
    #expect(copyText(nil) == nil)
    #expect(text(readVersion()) == (try Repository.version()))
    // What is none of the library's texts is not read as one.
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let stray: ForeignFunction = { arguments, _ in UnsafeMutablePointer(mutating: arguments) }
    let freed: ForeignFunction = { arguments, _ in
      let copy = copyText(arguments)
      freeText(copy)
      freeText(UnsafeMutablePointer(mutating: arguments))
      return copy
    }
    for (name, function) in [("freed", freed), ("stray", stray)] {
      #expect(text(defineFunction(session, name, "", function, nil)).contains("value"))
    }
    #expect(text(loadScript(session, "a", "freed()")).contains("value"))
    #expect(text(runScript(session)).contains("did not make"))
    #expect(text(loadScript(session, "a", "print(stray())")).contains("value"))
    #expect(text(runScript(session)).contains("[]"))
  }

  @Test func anAppThatIsEndedForItsOwnFaultFails() throws {
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let source = """
      app Slow { on didEnterBackground { work(1min) } }
      scenario "s" { launch Slow; press .home; advance 1min }
      """
    _ = text(loadScript(session, "a", source))
    let run = try object(runScript(session))
    #expect(run["passed"] as? Bool == false)
    let failures = try #require(run["failures"] as? [[String: Any]])
    #expect((failures.first?["text"] as? String)?.contains("error[E0721]") == true, "\(run)")
  }

  @Test func casesAreToldAsTheyCameOut() throws {
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let source = """
      print("begins")
      scenario "for \\(n)", n in [1, 2], tags: [.small] { expect n == 1 }
      scenario "later", skip: "no watch" { expect false }
      scenario "known", fails: "issue 1" { expect false }
      """
    let script = try object(loadScript(session, "a.rehearsal", source))
    #expect(script["isTest"] as? Bool == true)
    let cases = try #require(script["cases"] as? [[String: Any]])
    #expect(cases.map { $0["title"] as? String } == ["for 1", "for 2", "later", "known"])
    #expect(cases.map { $0["skip"] as? String } == [nil, nil, "no watch", nil])
    #expect(cases.map { $0["fails"] as? String } == [nil, nil, nil, "issue 1"])
    #expect(cases[0]["tags"] as? [String] == ["small"])
    #expect((cases[1]["place"] as? [String: Any])?["line"] as? Int == 2)
    for _ in 1...2 {
      let run = try object(runScript(session))
      #expect(run["passed"] as? Bool == false && run["output"] as? [String] == ["begins"])
      let failures = try #require(run["failures"] as? [[String: Any]])
      #expect(failures.count == 1)
      #expect((failures[0]["place"] as? [String: Any])?["line"] as? Int == 2)
      #expect((failures[0]["text"] as? String)?.hasPrefix("a.rehearsal:2:") == true)
      let scenarios = try #require(run["scenarios"] as? [[String: Any]])
      #expect(
        scenarios.map { $0["status"] as? String } == ["passed", "failed", "skipped", "passed"])
      #expect(scenarios.map { $0["reason"] as? String } == [nil, nil, "no watch", "issue 1"])
      #expect(scenarios[1]["parameters"] as? [String: String] == ["n": "2"])
    }
    let second = try object(runCase(session, 1))
    #expect((second["scenarios"] as? [Any])?.count == 1 && second["passed"] as? Bool == false)
    #expect((second["timeline"] as? [String])?.first == "begins")
    #expect(text(runCase(session, 4)).contains("from 0 to 3"))
    #expect(text(runCase(session, .min)).contains("from 0 to 3"))
  }

  @Test func filesAreReadWithTheirImports() throws {
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let path = Repository.url(of: "Examples/01-first-script.rehearsal").path
    #expect(try object(loadFile(session, path, nil))["isTest"] as? Bool == true)
    #expect(try object(runScript(session))["passed"] as? Bool == true)
    #expect(text(loadFile(session, "/nowhere.rehearsal", nil)).contains("there is no such file"))
    #expect(text(loadFile(session, "-", nil)).contains("is no file"))
    #expect(text(readTrace(session)).contains("didFinishLaunching"))
  }

  // MARK: - Answers

  private func object(_ answer: UnsafeMutablePointer<CChar>?) throws -> [String: Any] {
    let data = Data(text(answer).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(object["value"] as? [String: Any], "\(object)")
  }
}

/// A text of the library's, which is given back.
private func text(_ answer: UnsafeMutablePointer<CChar>?) -> String {
  defer { freeText(answer) }
  return answer.map { String(cString: $0) } ?? "NULL"
}
