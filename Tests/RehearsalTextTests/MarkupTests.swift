// Markup, in which no text means anything.

import Testing

@testable import RehearsalText

@Suite("Markup")
struct MarkupTests {
  @Test("A text that is put into markup means nothing there")
  func markup() {
    let hostile = "</b>&<'\"\u{338}x"
    let inner: Markup = "<b title=\"\(hostile)\">\(hostile)</b>"
    let escaped = "&lt;/b&gt;&amp;&lt;&#39;&quot;\u{338}x"
    #expect(inner.description == "<b title=\"\(escaped)\">\(escaped)</b>")
    let outer: Markup = "<p n=\"\(1)\">\([inner, inner].joined())</p>"
    #expect(outer.description == "<p n=\"1\">\(inner.description)\(inner.description)</p>")
  }
}
