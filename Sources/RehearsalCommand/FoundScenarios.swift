// What storms found, kept beside `rehearse.toml`: for each script the scenarios that show it, as text that
// follows the script. `--again` plays them first, `--write` puts them into the script.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner

/// The scenarios that were found, in `.rehearse/found` beside a project's file.
struct FoundScenarios {
  private let folder: FilePath

  /// The folder of a project.
  ///
  /// - Parameter configuration: The path of its `rehearse.toml`; nil for a run without one, which
  ///   keeps nothing.
  init?(beside configuration: String?) {
    guard let configuration else { return nil }
    folder = FilePath(configuration).canonical.folder.appending(".rehearse/found")
  }

  /// The file with what was found in a script.
  private func file(of script: String) -> FilePath {
    let path = FilePath(script).canonical.text
    let name = path.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" }
    return folder.appending(String(name))
  }

  /// The text of what was found in a script; empty for nothing.
  func text(of script: String) -> String {
    let bytes = (try? file(of: script).bytes(atMost: ScriptFile.longestSource)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Keeps what was found in a script, in place of what was found there before.
  func keep(_ scenarios: [String], of script: String) {
    let file = file(of: script)
    guard !scenarios.isEmpty || file.exists else { return }
    try? folder.makeFolder()
    try? WholeFile.write(Array(scenarios.joined(separator: "\n").utf8), to: file.text)
  }
}

extension Script {
  /// The cases that a text with scenarios adds to a script, as they come out when they are played.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios.
  ///   - imports: Where the files come from that the script imports; nil if it has none.
  ///   - file: The path of the script.
  /// - Returns: The cases; empty if the text is none that can follow the script any more.
  func results(of scenarios: String, imports: ImportSource?, in file: String) -> [CaseResult] {
    guard !scenarios.isEmpty else { return [] }
    let longer = TestScript(file, followed(by: scenarios, imports: imports))
    guard longer.script?.isRunnable == true else { return [] }
    return longer.cases.dropFirst(cases.count).compactMap { longer.result(of: $0) }
  }
}

extension FoundScenarios {
  /// Keeps what the cases of some scripts found.
  func keep(_ results: [CaseResult], in files: [String]) {
    for file in files {
      let own = results.filter { $0.testCase.file == file }
      keep(own.flatMap { $0.problems.compactMap(\.scenario) }, of: file)
    }
  }
}
