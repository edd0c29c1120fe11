// `rehearse doctor`: whether the command is installed as a whole, and what is missing.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax
import RehearsalText

/// Checks the installation.
struct DoctorCommand: HostedCommand {
  static let name = "doctor"
  static let abstract = "Check the installation and report what is missing."
  static let discussion = """
    Looks for the command on PATH, its completions for your shell, its manual page, and the \
    files of your editors. For what is missing it says how to install it; a line with – is \
    advice. Exit codes: 0 nothing is missing; 1 something is missing.
    """

  private var colors = ColorOptions()

  static var sections: [OptionSection<Self>] {
    [OptionSection("Options", ColorOptions.options(in: \.colors))]
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    let findings = Checkup().findings
    let usesColor = colors.usesColor(on: .output)
    let lines = findings.map { $0.line(usesColor: usesColor) + "\n" }
    StandardStream.output.write(
      PrintableText(lines: "rehearse \(Release.version)\n" + lines.joined()))
    let isWhole = !findings.contains { $0.verdict == .missing }
    try (isWhole ? RunExitCode.passed : .failed).leave()
  }
}

/// What the doctor checks in the user's environment.
struct Checkup {
  /// What was found, or not, and what to do about it.
  struct Finding {
    enum Verdict: String {
      case fine = "✓"
      case missing = "✗"
      case advice = "–"
    }

    let verdict: Verdict
    let text: String

    func line(usesColor: Bool) -> String {
      let style: TextStyle =
        switch verdict {
        case .fine: .green
        case .missing: .red
        case .advice: .yellow
        }
      return style.applied(to: verdict.rawValue, usesColor: usesColor) + " " + text.printableLine
    }
  }

  var findings: [Finding] {
    [command, completions, manual, configuration].compactMap(\.self) + editors + [swift]
  }

  // MARK: - Places

  private var home: String { ProcessEnvironment.variable("HOME") ?? "" }

  /// The folder that a variable names.
  private func named(_ variable: String) -> String? {
    ProcessEnvironment.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private var dataFolder: String { named("XDG_DATA_HOME") ?? home + "/.local/share" }
  private var configurationFolder: String { named("XDG_CONFIG_HOME") ?? home + "/.config" }

  /// The first program of a name on PATH.
  private func program(_ name: String) -> String? {
    (ProcessEnvironment.variable("PATH") ?? "").split(separator: ":").map { $0 + "/" + name }
      .first { FilePath($0).isProgram }
  }

  private func exists(_ path: String) -> Bool { FilePath(path).exists }

  /// The paths of what is in a folder.
  private func contents(of folder: String) -> [String] {
    ((try? FilePath(folder).names()) ?? []).sorted().map { folder + "/" + $0 }
  }

  // MARK: - The command

  private var command: Finding {
    if let path = program("rehearse") { return Finding(verdict: .fine, text: "command: \(path)") }
    let installed = home + "/.swiftpm/bin"
    return Finding(
      verdict: .missing,
      text: exists(installed + "/rehearse")
        ? "command: \(installed) is not on PATH; add this line to your shell's startup file: "
          + "export PATH=\"$HOME/.swiftpm/bin:$PATH\""
        : "command: not on PATH; `Sources/install`, in the folder of Rehearsal, installs it")
  }

  /// The folder above that of the command, in whose `share` a package has the files of the command.
  private var prefix: String {
    let command = program("rehearse") ?? home + "/.swiftpm/bin/rehearse"
    return command.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
  }

  /// Where a shell looks for completions: the user's, with what makes it look there, and a package's.
  private func completions(for shell: String) -> (file: String, hint: String, packaged: String)? {
    switch shell {
    case "bash":
      let base = named("BASH_COMPLETION_USER_DIR") ?? dataFolder + "/bash-completion"
      return (
        base + "/completions/rehearse", "the package bash-completion reads it",
        "bash-completion/completions/rehearse"
      )
    case "zsh":
      let folder = dataFolder + "/zsh/site-functions"
      return (
        folder + "/_rehearse", "~/.zshrc has to say, before compinit: fpath+=(\(folder))",
        "zsh/vendor-completions/_rehearse"
      )
    case "fish":
      return (
        configurationFolder + "/fish/completions/rehearse.fish", "fish reads it by itself",
        "fish/vendor_completions.d/rehearse.fish"
      )
    default: return nil
    }
  }

  /// The completions of the user's shell; nil for a shell that has none.
  private var completions: Finding? {
    let shell = FilePath(ProcessEnvironment.variable("SHELL") ?? "").name
    guard let (file, hint, packaged) = completions(for: shell) else { return nil }
    let whole = "\(prefix)/share/\(packaged)"
    if !exists(file), exists(whole) {
      return Finding(verdict: .fine, text: "completions for \(shell): \(whole)")
    }
    return exists(file)
      ? Finding(verdict: .fine, text: "completions for \(shell): \(file); \(hint)")
      : Finding(
        verdict: .missing,
        text: "completions for \(shell): not at \(file); `Sources/install` puts them there")
  }

  /// The manual page, which `man` finds beside the folder of the command; packages compress it.
  private var manual: Finding {
    let page = prefix + "/share/man/man1/rehearse.1"
    if let found = [page, page + ".gz"].first(where: exists) {
      return Finding(verdict: .fine, text: "manual: \(found)")
    }
    return Finding(
      verdict: .missing, text: "manual: not at \(page); `Sources/install` puts it there")
  }

  /// The file of the project, where there is one.
  private var configuration: Finding? {
    switch ConfigurationFile.nearest(to: []) {
    case .found(let path): Finding(verdict: .fine, text: "options of the project: \(path)")
    case .refused(let path, let reason):
      Finding(verdict: .advice, text: "\(path) is not read: \(reason)")
    case .none: nil
    }
  }

  // MARK: - What is good to have

  private var editors: [Finding] {
    var findings: [Finding] = []
    if program("vim") != nil {
      let places = [home + "/.vim"] + packages(of: home + "/.vim/pack")
      findings.append(editor("vim", isTaught: places.contains(where: knowsScripts)))
    }
    if program("nvim") != nil {
      let data = dataFolder + "/nvim/site"
      let places = [configurationFolder + "/nvim", data] + packages(of: data + "/pack")
      findings.append(editor("nvim", isTaught: places.contains(where: knowsScripts)))
    }
    if program("code") != nil {
      let extensions = contents(of: home + "/.vscode/extensions")
      findings.append(
        editor("VS Code", isTaught: extensions.contains { $0.contains("/rehearsal.rehearsal-") }))
    }
    return findings
  }

  /// The folders of Vim's packages, which are read at its start.
  private func packages(of folder: String) -> [String] {
    contents(of: folder).flatMap { contents(of: $0 + "/start") }
  }

  private func knowsScripts(_ folder: String) -> Bool {
    exists(folder + "/ftplugin/rehearsal.vim")
  }

  private func editor(_ name: String, isTaught: Bool) -> Finding {
    isTaught
      ? Finding(verdict: .fine, text: "\(name) knows scripts")
      : Finding(
        verdict: .advice,
        text: "\(name) does not know scripts; the page about editors says how it learns them")
  }

  private var swift: Finding {
    program("swift").map { Finding(verdict: .fine, text: "swift: \($0)") }
      ?? Finding(
        verdict: .advice, text: "swift: not on PATH; only tests and apps in Swift need it")
  }
}
