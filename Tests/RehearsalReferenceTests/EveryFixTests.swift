// Every fix that exists, each by itself: of the scripts of the repository, whatever is wrong with them, and of
// the pages of all diagnostics. A fix that is made unasked leaves less wrong than there was, nothing new, and code
// of the same form: what was a call is one, what was a handler is one.

import Rehearsal
import RehearsalFiles
import RehearsalReference
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Every fix")
struct EveryFixTests {
  /// A script with its imports.
  private struct Subject {
    let script: Script
    let check: (SourceText) -> Script
  }

  private static var subjects: [Subject] {
    let files = ScriptSuite.scripts.filter { !$0.contains("/hostile/") }.compactMap {
      path -> Subject? in
      let imports = ScriptFile.imports(of: path)
      guard let script = try? ScriptFile.load(path) else { return nil }
      return Subject(script: script) { Script($0, imports: imports) }
    }
    let pages = DiagnosticIdentifier.allCases.compactMap { identifier -> Subject? in
      guard let example = DiagnosticPage.page(of: identifier)?.example else { return nil }
      let files = example.files.compactMap { file in file.text.map { (file.path, $0) } }
      let imports = Play.source(Dictionary(files) { first, _ in first })
      let source = SourceText(name: identifier.rawValue, bytes: example.wrong.bytes)
      return Subject(script: Script(source, imports: imports)) { Script($0, imports: imports) }
    }
    return files + pages
  }

  @Test("A fix leaves less wrong, nothing new, and code of the same form")
  func everyFix() {
    var seen: Set<DiagnosticIdentifier> = []
    var (made, leftOut) = (0, 0)
    for subject in Self.subjects {
      let script = subject.script
      for diagnostic in script.diagnostics where diagnostic.source === script.source {
        for fix in diagnostic.fixIts where fix.isSafe {
          let after = subject.check(script.source.applying([fix]))
          // Where a text cannot be read, more may come to light, and the fix is not made unasked.
          guard Self.errors(of: after) <= Self.errors(of: script) else {
            leftOut += 1
            continue
          }
          made += 1
          seen.insert(diagnostic.identifier)
          guard ![.text, .grammar].contains(diagnostic.identifier.family) else { continue }
          let place = "\(script.source.name): \(diagnostic.identifier.rawValue) \(fix.message)"
          let same = { (script: Script) in
            script.diagnostics.count { $0.identifier == diagnostic.identifier }
          }
          #expect(same(after) < same(script), "\(place)")
          #expect(Self.form(of: after.source) == Self.form(of: script.source), "\(place)")
        }
      }
    }
    #expect(made >= 40 && leftOut * 4 <= made, "\(made) fixes, \(leftOut) left out")
    #expect(seen.count >= 6, "\(seen.map(\.rawValue).sorted())")
  }

  private static func errors(of script: Script) -> Int {
    script.diagnostics.count { $0.severity == .error }
  }

  /// What a text consists of: the kinds of its statements.
  private static func form(of source: SourceText) -> [String] {
    Parser.parse(source).statements.map { statement in
      String(String(describing: statement.kind).prefix { $0 != "(" })
    }
  }
}
