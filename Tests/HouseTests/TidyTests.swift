// The tidy checks over the whole repository, and proof for each that it can fail.

import TestSupport
import Testing

@Suite struct TidyTests {
  @Test func theRepositoryIsTidy() throws {
    let repository = try Repository()
    var findings: [TidyCheck.Name: [Finding]] = [:]
    for path in repository.paths {
      guard let text = try? Repository.text(of: path) else { continue }
      let file = SourceFile(path: path, text: text)
      for check in TidyCheck.all {
        findings[check.name, default: []] += check.findings(in: file)
      }
    }
    let open = TidyException.all.apply(to: findings)
    #expect(open.isEmpty, "\(open.report)")
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

  @Test(arguments: [
    "a!", "a!.b", "a()!", "a[0]!", "let a: Int!", "try! a()", "a as! Int", "fatalError()",
    #"let a = "\(b!)""#, "a?.b!",
  ])
  func trapsAreFound(code: String) {
    #expect(lines(of: .trap, in: code) == [1])
    #expect(lines(of: .trap, in: code, path: "Tests/MTests/A.swift") == [])
  }

  @Test(arguments: ["a != b", "!a", "(!a)", "#if !os(Linux)", "// a!", #"let a = "b!""#])
  func whatOnlyResemblesATrapIsNot(code: String) {
    #expect(lines(of: .trap, in: code) == [])
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

  @Test func longLinesAreFound() {
    let limit = String(repeating: "é", count: TidyCheck.longestLine)
    #expect(lines(of: .lineLength, in: "\(limit)\n\(limit)a") == [2])
    #expect(lines(of: .lineLength, in: "\(limit)a", path: "README.md") == [])
  }

  @Test func longFilesAreFound() {
    let limit = String(repeating: "a\n", count: TidyCheck.longestFile)
    #expect(lines(of: .fileLength, in: limit) == [])
    #expect(lines(of: .fileLength, in: limit + "a") == [0])
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
      .fileLength: [
        Finding(path: "A.swift", message: "long"), Finding(path: "B.swift", message: ""),
      ]
    ]
    let used = TidyException(name: .fileLength, path: "A.swift", reason: "a table")
    let stale = TidyException(name: .trap, path: "A.swift", reason: "none")
    #expect([used].apply(to: findings).map(\.path) == ["B.swift"])
    #expect([used, stale].apply(to: findings).map(\.path) == ["A.swift", "B.swift"])
  }

  /// The lines in which the check of that name finds something.
  private func lines(
    of name: TidyCheck.Name, in text: String, path: String = "Sources/RehearsalSyntax/A.swift"
  ) -> [Int] {
    let file = SourceFile(path: path, text: text)
    return TidyCheck.all.filter { $0.name == name }.flatMap { $0.findings(in: file) }.map(\.line)
  }
}
