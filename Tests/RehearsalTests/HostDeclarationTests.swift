// Hosts as files: scripts of apps in Swift are checked where their code is not.

import Rehearsal
import RehearsalSyntax
import Testing

@Suite("Declarations of hosts") struct HostDeclarationTests {
  private static let text = """
    {
      "format": 1,
      "apps": [
        {"controls":["Buy"],"exposes":["cart","total"],"name":"Shop"},
        {"controls":[],"exposes":[],"extensionOf":"Shop","name":"Widget"}
      ],
      "functions": [
        {"callers":"scenarios","help":"Goes home.","name":"goHome","parameters":[]},
        {"callers":"everyone","name":"upload","parameters":["bytes","isOnline?"]}
      ]
    }

    """

  private func host(_ text: String = text) throws -> ScriptHost {
    var host = ScriptHost()
    try host.declare(text, from: "host.json")
    return host
  }

  private func script(_ text: String, _ host: ScriptHost) -> Script {
    Script(SourceText(name: "shop.rehearsal", text), host: host)
  }

  private let everyday = """
    scenario "a purchase" {
        launch Shop
        touch "Buy"
        upload(3)
        goHome()
        expect Shop.total == 1
    }
    """

  @Test("What is read is declared in the same words")
  func roundTrip() throws {
    // What the text leaves out is not written, and every entry is a line.
    #expect(try host().declarations.split(separator: "\n").count == 11)
    #expect(try host(host().declarations).declarations == host().declarations)
    for line in Self.text.split(separator: "\n") {
      #expect(try host().declarations.contains(line.drop { $0 == " " }))
    }
  }

  @Test("Scripts are checked against it")
  func checking() throws {
    #expect(script(everyday, ScriptHost()).diagnostics.contains { $0.severity == .error })
    #expect(try script(everyday, host()).diagnostics.isEmpty)
    let wrong = try script(everyday.replacing("total", with: "totl"), host()).diagnostics
    #expect(wrong.contains { $0.message.contains("total") })
    let short = try script(everyday.replacing("upload(3)", with: "upload()"), host())
    #expect(!short.diagnostics.isEmpty)
  }

  @Test("A run says that the code is not there")
  func running() throws {
    var said = ""
    var session = try script(everyday, host()).session()
    let report = session.run { event in
      if case .failure(let failure) = event { said += "\(failure)\n" }
    }
    #expect(!report.hasPassed)
    #expect(said.contains("upload is only declared here, in host.json"), "\(said)")
  }

  @Test("What the host has itself stays")
  func owned() throws {
    var host = ScriptHost()
    try host.define("upload", "bytes") { (bytes: Int) in bytes }
    try host.declare(Self.text, from: "host.json")
    #expect(!script("upload(1, true)", host).diagnostics.isEmpty)
    #expect(script("launch Shop", host).diagnostics.isEmpty)
  }

  @Test(
    "What is no declaration is refused",
    arguments: [
      ("[", "declares no host"), ("{}", "another version"),
      (#"{"format":1,"apps":[{"name":"a b"}]}"#, "no name of the language"),
      (#"{"format":1,"functions":[{"name":"launch"}]}"#, "has a meaning already"),
      (
        #"{"format":1,"apps":[{"name":"Shop","exposes":["state"]}]}"#,
        "`Shop.state` has a meaning already"
      ),
    ])
  func mistakes(_ text: String, _ message: String) throws {
    let error = #expect(throws: HostDeclarationError.self) { try host(text) }
    #expect(error?.description.contains(message) == true)
    #expect(error?.description.hasPrefix("host.json") == true)
  }
}
