// `rehearse doctor`, what the script `install` puts where the doctor looks for it, and the completions.

import Foundation
import TestSupport
import Testing

@Suite("The doctor")
struct DoctorCommandTests {
  /// A home folder, with a PATH that has nothing but the folder of the installed command.
  private let home = TestFolder()
  private var path: String { home.url.path }

  private func doctor(shell: String, _ more: [String: String] = [:]) throws -> Command {
    let environment = [
      "HOME": path, "PATH": path + "/.swiftpm/bin", "SHELL": "/bin/" + shell,
      "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "BASH_COMPLETION_USER_DIR": "",
    ]
    return try Command("doctor", environment: environment.merging(more) { $1 })
  }

  private func program(_ name: String) throws {
    let file = try home.file(name, holding: "#!/bin/sh\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  @Test("What is missing is named with what brings it")
  func missing() throws {
    let command = try doctor(shell: "zsh")
    #expect(command.exitCode == 1)
    for line in [
      "✗ command: not on PATH; `Sources/install`",
      "✗ completions for zsh: not at \(path)/.local/share/",
      "✗ manual: not at \(path)/.swiftpm/share/man/man1/rehearse.1", "– swift: not on PATH",
    ] { #expect(command.output.contains("\n" + line), "\(command.output)") }
    #expect(!command.output.contains("vim"), "nobody has it")
    try program(".swiftpm/bin/rehearse")
    let elsewhere = try doctor(shell: "zsh", ["PATH": "/none"])
    #expect(elsewhere.output.contains("/.swiftpm/bin is not on PATH"), "\(elsewhere.output)")
  }

  @Test(
    "An installation that is whole is found to be",
    arguments: [
      ("bash", ".local/share/bash-completion/completions/rehearse"),
      ("zsh", ".local/share/zsh/site-functions/_rehearse"),
      ("fish", ".config/fish/completions/rehearse.fish"),
      ("tcsh", ".none"),
    ])
  func whole(shell: String, completions: String) throws {
    try program(".swiftpm/bin/rehearse")
    try program(".swiftpm/bin/vim")
    try home.file(".swiftpm/share/man/man1/rehearse.1", holding: "")
    try home.file(completions, holding: "")
    let command = try doctor(shell: shell)
    #expect(command.exitCode == 0, "\(command.output)")
    #expect(command.output.contains("✓ command: \(path)/.swiftpm/bin/rehearse\n"))
    #expect(command.output.contains("✓ manual: "))
    #expect(command.output.contains("✓ completions for \(shell)") == (shell != "tcsh"))
    #expect(command.output.contains("– vim does not know scripts"))
    try home.file(".vim/pack/a/start/rehearsal/ftplugin/rehearsal.vim", holding: "")
    #expect(try doctor(shell: shell).output.contains("✓ vim knows scripts"))
    // What the script writes is what was looked for.
    let script = try Repository.text(of: "Sources/install")
    let place = completions.replacing(".local/share", with: "$data")
      .replacing(".config", with: "${XDG_CONFIG_HOME:-$HOME/.config}")
    let name = place.split(separator: "/").suffix(2).joined(separator: "/")
    #expect(shell == "tcsh" || script.contains(name + "\""), "\(name)")
  }

  @Test("What a package installed for everybody is found beside the command")
  func package() throws {
    try program("usr/bin/rehearse")
    let packaged = [
      "bash": "bash-completion/completions/rehearse", "zsh": "zsh/vendor-completions/_rehearse",
      "fish": "fish/vendor_completions.d/rehearse.fish",
    ]
    let script = try Repository.text(of: "Sources/install")
    for (shell, file) in packaged {
      #expect(script.contains("/usr/share/\(file)\""))
      let bare = try doctor(shell: shell, ["PATH": path + "/usr/bin"])
      #expect(bare.exitCode == 1 && bare.output.contains("✗ completions for \(shell)"))
      try home.file("usr/share/" + file, holding: "")
    }
    try home.file("usr/share/man/man1/rehearse.1.gz", holding: "")
    for (shell, file) in packaged {
      let whole = try doctor(shell: shell, ["PATH": path + "/usr/bin"])
      #expect(whole.exitCode == 0, "\(whole.output)")
      #expect(whole.output.contains("✓ completions for \(shell): \(path)/usr/share/\(file)\n"))
      #expect(whole.output.contains("✓ manual: \(path)/usr/share/man/man1/rehearse.1.gz\n"))
    }
  }

  @Test("Folders that variables name are looked at")
  func variables() throws {
    try home.file("data/zsh/site-functions/_rehearse", holding: "")
    let command = try doctor(shell: "zsh", ["XDG_DATA_HOME": path + "/data"])
    #expect(command.output.contains("✓ completions for zsh: \(path)/data/zsh"))
  }

  @Test(
    "Each shell is given its completions, with the subcommands", arguments: ["bash", "zsh", "fish"])
  func completions(for shell: String) throws {
    let command = try Command("--generate-completion-script", shell)
    #expect(command.exitCode == 0)
    for word in ["doctor", "storm", "R055", "E0203", "lockFlicker"] {
      #expect(command.output.contains(word), "\(word)")
    }
  }
}
