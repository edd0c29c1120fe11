// The tidy checks over the whole repository, and proof for each that it can fail.

import TestSupport
import Testing

@Suite struct TidyTests {
  @Test func theRepositoryIsTidy() throws {
    let files = try SourceFile.all()
    let findings = Dictionary(
      uniqueKeysWithValues: TidyCheck.all.map { ($0.name, $0.findings(files)) })
    let open = TidyException.all.apply(to: findings)
    #expect(open.isEmpty, "\(open.report)")
    #expect(files.contains { $0.path == "Tests/HouseTests/TidyTests.swift" })
  }

  @Test func eachCheckStandsOnce() {
    let names = TidyCheck.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(TidyCheck.Name.allCases))
  }

  @Test(arguments: [
    "let a = Date()", "Foundation.Date.now", "ContinuousClock().now", "UUID().uuidString",
    "a.random(in: 0..<2)", "list.shuffled()", "print(a)", "else { print(a) }", "Swift.print(a)",
    "try print(a)", "ProcessInfo.processInfo", "Task { a }", "Task.detached { a }",
    "DispatchQueue.main", "var a = Hasher()", #"let a = "\(b.hashValue)""#,
  ])
  func bannedNamesAreFound(code: String) {
    #expect(lines(of: .bannedName, in: code) == [1])
    #expect(lines(of: .bannedName, in: code, path: "Sources/rehearse/A.swift") == [])
  }

  @Test(arguments: [
    "func print(_ a: Int)", "writer.print(a)", "prettyprint(a)", "// Date", #"let a = "print(b)""#,
    "a.random(in: 0..<2, using: &generator)", "BackgroundTask { a }", "updateDate()",
    "func hash(into hasher: inout Hasher)",
  ])
  func whatOnlyResemblesABannedNameIsNot(code: String) {
    #expect(lines(of: .bannedName, in: code) == [])
  }

  @Test func trapsAreFound() {
    #expect(lines(of: .trap, in: "else { fatalError() }") == [1])
    #expect(lines(of: .trap, in: "fatalError()", path: "Tests/MTests/A.swift") == [])
    #expect(lines(of: .trap, in: "// fatalError()") == [])
  }

  @Test(arguments: [
    "if profile.system >= 13 { }", "guard system < 6 else { }", "SystemVersionRange.from(6)",
    "let first: SystemVersion = isNew ? 26 : 13", "if .majors(4, 8) ~= system { }",
    "guard has(.from(11)) else { }", "SystemVersion(26, 4)",
  ])
  func versionNumbersOutsideOfTheRuleBookAreFound(code: String) {
    let folder = "Sources/RehearsalLifecycle"
    #expect(lines(of: .versionNumber, in: code, path: "\(folder)/A.swift").first == 1)
    for path in ["Sources/RehearsalRules/Rules/A.swift", "Sources/M/A.swift"] {
      #expect(lines(of: .versionNumber, in: code, path: path) == [])
    }
  }

  @Test(arguments: [
    "let system: SystemVersion", "system == other", "profile.has(.scenes)", "// from(13)",
    "systems < 3", "copy(.from(first))", "row(versions: .from(11))", "let all: SystemVersionRange",
  ])
  func whatNamesNoVersionIsFree(code: String) {
    #expect(lines(of: .versionNumber, in: code, path: "Sources/RehearsalLifecycle/A.swift") == [])
  }

  @Test(arguments: ["TO" + "DO: later", "// FIX" + "ME", "XX" + "X", "(HA" + "CK)"])
  func remindersAreFound(text: String) {
    #expect(lines(of: .reminder, in: "a\n\(text)", path: "README.md") == [2])
    #expect(lines(of: .reminder, in: text.lowercased(), path: "README.md") == [])
  }

  @Test(arguments: ["../sha" + "red/a.md", "/work/sha" + "red", "cd .lib" + "rary"])
  func referencesToTheOutsideAreFound(text: String) {
    #expect(lines(of: .outsideReference, in: "a\n\(text)", path: "README.md") == [2])
    let product = ".lib" + "rary(name: \"A\")"
    #expect(lines(of: .outsideReference, in: product, path: "Package.swift") == [])
  }

  @Test func missingRoleCommentsAreFound() {
    #expect(lines(of: .roleComment, in: "// One.\n// Two.\nimport A") == [])
    #expect(lines(of: .roleComment, in: "import A\n// One.") == [1])
    #expect(lines(of: .roleComment, in: "") == [1])
  }

  @Test func bannedFileNamesAreFound() {
    func found(_ path: String) -> Bool { !lines(of: .bannedFileName, in: "", path: path).isEmpty }
    let banned = ["Utils.swift", "String+Extensions.swift", "MathHelpers.swift", "Common/A.swift"]
    for name in banned { #expect(found("Sources/M/\(name)"), "\(name)") }
    for name in ["Prototypes.swift", "String+Slices.swift", "Uncommon/A.swift"] {
      #expect(!found("Sources/M/\(name)"), "\(name)")
    }
  }

  @Test func exceptionsExcuseAndStaleOnesFail() {
    let findings: [TidyCheck.Name: [Finding]] = [
      .functionLength: [
        Finding(path: "A.swift", name: "A.run", message: "long"),
        Finding(path: "A.swift", name: "A.stop", message: "long"),
      ],
      .trap: [Finding(path: "B.swift", message: "")],
    ]
    let used = TidyException(.functionLength, of: ["A.run"], because: "a loop")
    let stale = TidyException(.trap, of: ["B.swift", "C.swift"], because: "none")
    #expect([used].apply(to: findings).map(\.subject) == ["A.stop", "B.swift"])
    #expect([used, stale].apply(to: findings).map(\.subject) == ["A.stop", "C.swift"])
  }

  /// The lines in which the check of that name finds something.
  private func lines(
    of name: TidyCheck.Name, in text: String, path: String = "Sources/RehearsalSyntax/A.swift"
  ) -> [Int] {
    let file = SourceFile(path: path, text: text)
    return TidyCheck.all.filter { $0.name == name }.flatMap { $0.findings([file]) }.map(\.line)
  }
}
