// The command on projects on the disk: how it ends, what it says at the end, and where places are.

import Foundation
import Testing

@testable import RehearsalAudit

struct CommandTests {
  /// A folder with files, which is gone when the test is over.
  private final class Folder {
    let path: String

    init(_ files: [String: String]) throws {
      path = NSTemporaryDirectory() + "rehearsal-audit-" + UUID().uuidString
      for (name, text) in files {
        let file = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func git(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["git", "-C", path, "-c", "user.name=a", "-c", "user.email=a@example.org"] + arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
    }
  }

  private static let project = SmallProject(
    "a lock", "func hold() { flock(fd, LOCK_EX) }", scenes: true)

  private func found(_ outcome: AuditCommand.Outcome) -> [String] {
    outcome.output.split(separator: "\n").filter {
      $0.contains(": error: ") || $0.contains(": warning: ")
    }
    .map(String.init)
  }

  @Test func theLastLineSaysWhatWasAudited() throws {
    let folder = try Folder(Self.project.files)
    let outcome = AuditCommand.run(["--no-config", folder.path])
    let last = try #require(outcome.output.split(separator: "\n").last)
    #expect(last.hasPrefix("audited 1 app: App (scenes, 1 source, AppDelegate): 1 warning; "))
    #expect(
      last.hasSuffix("`rehearse audit --explain lock-over-suspension` explains the first one"))
    #expect(outcome.code == 0)
    #expect(AuditCommand.run(["--no-config", "--strict", folder.path]).code == 1)
  }

  @Test func nothingAuditedIsNotGreen() throws {
    let folder = try Folder(["notes.swift": "func go() { }"])
    let outcome = AuditCommand.run(["--no-config", folder.path])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("nothing was audited"))
  }

  @Test func placesAreFromTheRootOfTheCheckout() throws {
    var files: [String: String] = [:]
    for (name, text) in Self.project.files { files["ios/" + name] = text }
    let folder = try Folder(files)
    try folder.git("init")
    let outcome = AuditCommand.run(["--no-config", folder.path + "/ios"])
    #expect(found(outcome).first?.hasPrefix("ios/App/AppDelegate.swift:3:15: warning: ") == true)
    let xcode = AuditCommand.run(["--no-config", "--format", "xcode", folder.path + "/ios"])
    #expect(xcode.output.hasPrefix("/"))
    #expect(xcode.output.contains("/ios/App/AppDelegate.swift:3:15: warning: "))
    let sarif = AuditCommand.run(["--no-config", "--format", "sarif", folder.path + "/ios"])
    #expect(sarif.output.contains("\"originalUriBaseIds\":{\"%SRCROOT%\":{\"uri\":\"file:///"))
    #expect(sarif.output.contains("\"uri\":\"ios/App/AppDelegate.swift\""))
  }

  @Test func onlyChangedLinesAreReported() throws {
    let folder = try Folder(Self.project.files)
    try folder.git("init")
    try folder.git("add", "-A")
    try folder.git("commit", "-m", "first")
    let unchanged = AuditCommand.run(["--no-config", "--since", "HEAD", folder.path])
    #expect(found(unchanged) == [])
    let more = "\nfunc more() { flock(other, LOCK_EX) }\n"
    let file = folder.path + "/App/AppDelegate.swift"
    try Data(((Self.project.files["App/AppDelegate.swift"] ?? "") + more).utf8)
      .write(to: URL(fileURLWithPath: file))
    let changed = AuditCommand.run(["--no-config", "--since", "HEAD", folder.path])
    #expect(found(changed).count == 1)
    #expect(AuditCommand.run(["--no-config", "--since", "nowhere", folder.path]).code == 2)
    #expect(AuditCommand.run(["--no-config", "--since", "--output=x", folder.path]).code == 2)
  }

  @Test func aProjectSaysWhatItWants() throws {
    var files = Self.project.files
    files["rehearse.toml"] = """
      seed = 3
      [audit] # of the app
      error = [
        "lock-over-suspension", # ours
      ]
      [test]
      strict = true
      """
    let folder = try Folder(files)
    #expect(AuditCommand.run([folder.path]).code == 1)
    #expect(found(AuditCommand.run(["--off", "lock-over-suspension", folder.path])) == [])
    #expect(found(AuditCommand.run(["--exclude", "App/**", folder.path])) == [])
    #expect(found(AuditCommand.run(["--include", "App", folder.path])).count == 1)
    files["rehearse.toml"] = "[audit]\nofff = [\"x\"]"
    let mistaken = try Folder(files)
    let wrong = AuditCommand.run([mistaken.path])
    #expect(wrong.code == 64)
    #expect(wrong.errors.contains("rehearse.toml:2: there is no key `offf` in [audit]"))
    for (text, said) in [
      ("[audit]\nstrict = \"yes\"", "`strict` takes true or false"),
      ("[audit]\nerror = [[\"a\"]]", "a list in a list"),
      ("[audit]\noff = [\"x\"\n", "expected `,` or `]`"),
      ("[audit]\nbaseline = [\"a\"]", "`baseline` takes one text"),
    ] {
      files["rehearse.toml"] = text
      let other = try Folder(files)
      let outcome = AuditCommand.run([other.path])
      #expect(outcome.code == 64)
      #expect(outcome.errors.contains(said), "\(outcome.errors)")
    }
  }

  @Test func aBaselineSaysWhatIsStale() throws {
    let folder = try Folder(Self.project.files)
    let known = folder.path + "/known.json"
    #expect(AuditCommand.run(["--no-config", "--write-baseline", known, folder.path]).code == 0)
    let again = AuditCommand.run(["--no-config", "--strict", "--baseline", known, folder.path])
    #expect(again.code == 0)
    try Data("func hold() { }".utf8)
      .write(to: URL(fileURLWithPath: folder.path + "/App/AppDelegate.swift"))
    try Data("@main class AppDelegate: UIResponder, UIApplicationDelegate { }".utf8)
      .write(to: URL(fileURLWithPath: folder.path + "/App/Other.swift"))
    let stale = AuditCommand.run(["--no-config", "--baseline", known, folder.path])
    #expect(
      stale.errors.contains(
        "knows what is not found any more: App/AppDelegate.swift “lock-over-suspension”: "))
  }

  @Test func aBaselineKeepsWhatOthersWrote() throws {
    let folder = try Folder(Self.project.files)
    let known = folder.path + "/known.json"
    let other = "{\"known\" : {\"storm a.rehearsal “a”: purge\" : 2}, \"rehearsalBaseline\" : 1}"
    try Data(other.utf8).write(to: URL(fileURLWithPath: known))
    let written = AuditCommand.run(["--no-config", "--write-baseline", known, folder.path])
    #expect(written.code == 0)
    let text = try String(contentsOfFile: known, encoding: .utf8)
    #expect(text.contains("\"storm a.rehearsal “a”: purge\" : 2"))
    #expect(text.contains("audit App/AppDelegate.swift “lock-over-suspension”: "))
    let again = AuditCommand.run(["--no-config", "--strict", "--baseline", known, folder.path])
    #expect(again.code == 0)
    #expect(!again.errors.contains("purge"))
  }

  @Test func aTwinIsWrittenOfAppsWithoutScenes() throws {
    for hasScenes in [false, true] {
      let folder = try Folder(SmallProject("an app", "", scenes: hasScenes).files)
      let path = folder.path + "/app.rehearsal"
      let outcome = AuditCommand.run(["--no-config", "--write", path, "--scenes", folder.path])
      #expect(outcome.errors.contains("wrote \(path)\n"))
      let twin = folder.path + "/app-scenes.rehearsal"
      #expect(FileManager.default.fileExists(atPath: twin) == !hasScenes)
      #expect(outcome.errors.contains("wrote \(twin)\n") == !hasScenes)
      #expect(outcome.errors.contains("note: the app has scenes") == hasScenes)
    }
  }

  @Test func rulesAreChosenAndWeighed() throws {
    let folder = try Folder(Self.project.files)
    func run(_ options: String...) -> AuditCommand.Outcome {
      AuditCommand.run(["--no-config"] + options + [folder.path])
    }
    #expect(found(run("--only", "lock-over-suspension")).count == 1)
    #expect(found(run("--only", "mode-missing")) == [])
    #expect(found(run("--only", "mode-missing", "--only", "lock-over-suspension")).count == 1)
    #expect(found(run("--only", "lock-over-suspension", "--off", "lock-over-suspension")) == [])
    #expect(run("--error", "lock-over-suspension").code == 1)
    let note = run("--strict", "--note", "lock-over-suspension")
    #expect(note.code == 0)
    #expect(note.output.contains("AppDelegate.swift:3:15: note: "))
    #expect(run("--error", "lock-over-suspension", "--warning", "lock-over-suspension").code == 0)
    let unknown = run("--only", "lock-over-suspensio")
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("did you mean lock-over-suspension?"))
  }

  @Test(arguments: [
    ("App/**", "App/a/b.swift", true), ("App/*.swift", "App/a/b.swift", false),
    ("App", "App/a.swift", true),
    ("**/Old/**", "App/Old/a.swift", true), ("**/Old/**", "Old/a.swift", true),
    ("*.swift", "a.swift", true), ("*.swift", "App/a.swift", false),
    ("App", "Apple/a.swift", false),
  ])
  func patternsMatchPaths(_ pattern: String, _ path: String, _ matches: Bool) {
    #expect(PathPattern(pattern).matches(path) == matches)
  }

  @Test func hostileFoldersAreLeftOut() throws {
    var files = Self.project.files
    files[String(repeating: "d/", count: 40) + "deep.swift"] = "func deep() { }"
    files["deep.swift"] = String(repeating: "(", count: 5000)
    files["deep.plist"] = String(repeating: "<array>", count: 50_000)
    files["bomb-Info.plist"] =
      "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><plist><string>&b;</string></plist>"
    files["deep.xcodeproj/project.pbxproj"] = String(repeating: "{a=", count: 50_000)
    let folder = try Folder(files)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/App/loop", withDestinationPath: folder.path)
    let outcome = AuditCommand.run(["--no-config", folder.path])
    #expect([0, 1, 2].contains(outcome.code))
    #expect(outcome.errors.contains("nested deeper"))
  }
}
