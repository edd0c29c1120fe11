// Values of the embedder's own types in scripts: structures that are `Codable`, and objects that
// scripts hold without looking into them.

import Rehearsal
import TestSupport
import Testing

@Suite("Host values")
struct HostValueTests {
  private func play(_ text: String, _ host: ScriptHost) -> Play {
    Play(Script(SourceText(name: "main.rehearsal", text), host: host))
  }

  private func message(_ played: Play) -> String? {
    guard case .runtimeError(let error)? = played.report?.statementFailures.first?.reason else {
      return nil
    }
    return error.message
  }

  // MARK: - Codable

  enum Priority: String, Codable { case low, high }

  struct Author: Codable, Equatable, ScriptConvertible {
    var name: String
    var age: UInt8?
  }

  struct Draft: Codable, Equatable, ScriptConvertible {
    var title: String
    var author: Author
    var tags: Set<String>
    var priority: Priority
    var delay: Duration
    var scores: [String: Float]
    var points: [[Int16]]
  }

  private static let draft = Draft(
    title: "Plans", author: Author(name: "Ada", age: 36), tags: ["b", "c", "a"], priority: .high,
    delay: .seconds(2), scores: ["y": 1.5, "x": 2], points: [[1, 2], []])

  @Test func structuresAreMapsInTheOrderOfTheirProperties() throws {
    var host = ScriptHost()
    try host.define("draft") { Self.draft }
    let played = play("print(draft())", host)
    #expect(
      played.printed == [
        """
        ["title": "Plans", "author": ["name": "Ada", "age": 36], "tags": ["a", "b", "c"], \
        "priority": "high", "delay": 2s, "scores": ["x": 2.0, "y": 1.5], "points": [[1, 2], []]]
        """
      ])
  }

  @Test func theyComeBackEqual() throws {
    #expect(Draft(scriptValue: Self.draft.scriptValue) == Self.draft)
    var host = ScriptHost()
    try host.define("draft") { Self.draft }
    try host.define("isTheSame", "draft") { (draft: Draft) in draft == Self.draft }
    try host.define("rename", "draft", "title") { (draft: Draft, title: String) in
      var draft = draft
      draft.title = title
      return draft
    }
    let played = play(
      """
      var d = draft()
      print(isTheSame(d), rename(d, "New").title, isTheSame(rename(d, "New")))
      d.author.age = nil
      d.priority = .low
      print(isTheSame(d), rename(d, "x").author)
      """, host)
    #expect(played.printed == ["true New false", "false [\"name\": \"Ada\"]"])
  }

  @Test(arguments: [
    ("[\"name\": 3]", "an Author, not [\"name\": 3]; `name` is not a String"),
    ("[:]", "an Author, not [:]; `name` is missing"),
    ("7", "an Author, not 7"),
    (
      "[\"name\": \"A\", \"age\": 900]",
      "an Author, not [\"name\": \"A\", \"age\": 900]; `age` is not an Int that fits UInt8"
    ),
  ])
  func whatDoesNotFitIsNamed(argument: String, complaint: String) throws {
    var host = ScriptHost()
    try host.define("greet", "author") { (author: Author) in "Hello, \(author.name)" }
    #expect(
      message(play("print(greet(\(argument)))", host)) == "`author` of `greet` takes " + complaint)
  }

  @Test func aPartDeepInsideIsNamedByItsPath() throws {
    var host = ScriptHost()
    try host.define("draft") { Self.draft }
    try host.define("save", "draft") { (_: Draft) in }
    for (change, complaint) in [
      ("d.points[1] = [\"x\"]", "`points[1][0]` is not an Int that fits Int16"),
      ("d.author.name = nil", "`author.name` is missing"),
      ("d.delay = 5", "`delay` is not a Duration, such as 5s"),
      ("d.priority = .middle", "Cannot initialize Priority from invalid String value middle"),
    ] {
      let played = play("var d = draft()\n\(change)\nsave(d)", host)
      #expect(message(played)?.contains(complaint) == true, "\(message(played) ?? "none")")
    }
  }

  // MARK: - Opaque values

  final class Connection: Sendable {
    let path: String
    init(_ path: String) { self.path = path }
  }

  private func connections() throws -> ScriptHost {
    var host = ScriptHost()
    try host.define("connectTo", "path") { (path: String) in Opaque(Connection(path)) }
    try host.define("path", "connection") { (connection: Opaque<Connection>) in
      connection.value.path
    }
    try host.define("same", "connection") { (connection: Opaque<Connection>) in connection }
    return host
  }

  @Test func objectsPassThroughScripts() throws {
    let played = play(
      """
      let both = [connectTo("a"), connectTo("b")]
      let kept = ["one": both[0], "two": both[1]]
      print(path(kept.one), path(kept.two), kept.one == both[0], kept.one == kept.two)
      print(same(both[0]) == both[0], type(of: both[0]), both[1])
      """, try connections())
    #expect(played.printed == ["a b true false", "true Connection Connection 1"])
  }

  @Test func anAppHoldsThemAndScenariosReadThem() throws {
    let played = play(
      """
      app Mail {
          var connection = nil
          on didFinishLaunching { connection = connectTo("mail"); return true }
      }
      scenario "reads" {
          launch Mail
          print(path(Mail.connection))
      }
      """, try connections())
    #expect(played.printed == ["mail"])
  }

  @Test func theyAreNoPlainDataAndOfOneTypeOnly() throws {
    var host = try connections()
    try host.define("number") { Opaque(7) }
    #expect(
      message(play("path(number())", host))
        == "`connection` of `path` takes an object Connection, not Int 0")
    let stored = play(
      """
      app Mail { on didFinishLaunching { disk["c"] = connectTo("mail"); return true } }
      scenario "stores" { launch Mail }
      """, host)
    #expect(stored.report?.hasPassed == false)
  }

  @Test func aCopyOfASessionHoldsTheSame() throws {
    let source = SourceText(name: "main.rehearsal", "let kept = connectTo(\"a\")")
    let script = Script(source, host: try connections())
    var session = try script.session()
    session.run()
    var copy = session
    #expect(try session.value(of: "kept") == copy.value(of: "kept"))
  }
}
