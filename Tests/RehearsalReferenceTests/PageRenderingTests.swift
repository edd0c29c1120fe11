// The pages of diagnostics as text: within the width, with both scripts, long ones cut.

import RehearsalReference
import RehearsalSyntax
import Testing

@Suite struct PageRenderingTests {
  private func lines(_ identifier: DiagnosticIdentifier, width: Int) throws -> [Substring] {
    let page = try #require(DiagnosticPage.page(of: identifier))
    return DiagnosticRenderer(width: width).render(page).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func aPageInFull() throws {
    let lines = try lines(.invalidEscape, width: 40)
    #expect(
      lines.joined(separator: "\n") == #"""
        error[E0105]: Invalid escape sequence

        After a backslash a string has `n`, `r`,
        `t`, `0`, `"`, a second backslash,
        `u{…}` with the hex digits of a Unicode
        scalar, or an interpolation in
        parentheses. Write a backslash itself
        twice.

        Wrong:

            print("C:\drafts")

        Right:

            print("C:\\drafts")

        """#)
  }

  @Test(arguments: DiagnosticIdentifier.allCases)
  func textFitsTheWidth(_ identifier: DiagnosticIdentifier) throws {
    let lines = try lines(identifier, width: 60).dropFirst()
    #expect(lines.allSatisfy { $0.hasPrefix("    ") || $0.count <= 60 })
    #expect(lines.filter { $0.contains("  ") && !$0.hasPrefix("    ") }.isEmpty)
    #expect(!lines.contains { $0.hasSuffix("\\") })
  }

  @Test func filesAreShownAndLongScriptsAreCut() throws {
    #expect(try lines(.importCycle, width: 80).contains("maps.rehearsal:"))
    #expect(try lines(.fileNotReadable, width: 80).contains("    (a file that cannot be read)"))
    let long = try lines(.tooComplex, width: 80)
    #expect(long.contains("    … and 235 lines more"))
    #expect(long.count < 40)
  }

  @Test func theIndexNamesEachPageOnce() {
    let index = DiagnosticRenderer().renderIndex()
    let listed = index.matches(of: /\  ([EW]\d{4})  \S/).map { String($0.output.1) }
    #expect(listed == DiagnosticIdentifier.allCases.map(\.rawValue))
    let titles = DiagnosticFamily.allCases.map(\.title)
    #expect(titles.allSatisfy { index.contains($0 + "\n") })
  }
}
