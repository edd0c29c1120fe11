// The rule book as pages of HTML, one a rule, which open without a server: what `rehearse rules` shows,
// with the scripts and the vectors of each rule, and links between them. The pages of diagnostics and the
// conflicts are beside them, so that every number that is named can be followed.

import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// The pages of the rule book.
package struct RuleSite: Sendable {
  /// A file of the site.
  package struct Page: Hashable, Sendable {
    /// Its name in the site's folder.
    package let path: String
    /// All of its text.
    package let text: String
  }

  /// A script that shows a rule.
  package struct RuleScript: Hashable, Sendable {
    /// The name of its file, which begins with the number that it is about, such as `R054-….rehearsal`.
    package let name: String
    /// Its text.
    package let text: String

    /// Makes one of a file.
    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// A lifecycle vector that follows rules.
  package struct RuleVector: Hashable, Sendable {
    /// Its name.
    package let identifier: String
    /// Its text.
    package let title: String
    /// Whether devices do it: `valid`, `acceptable` or `invalid`.
    package let result: String
    /// The numbers of the rules that it follows or breaks.
    package let rules: Set<String>

    /// Makes one of what a file of vectors says.
    package init(identifier: String, title: String, result: String, rules: Set<String>) {
      self.identifier = identifier
      self.title = title
      self.result = result
      self.rules = rules
    }
  }

  private let scripts: [RuleScript]
  private let vectors: [RuleVector]

  /// Makes a site.
  ///
  /// - Parameters:
  ///   - scripts: The scripts of rules and conflicts, in their order.
  ///   - vectors: The vectors, in their order.
  package init(scripts: [RuleScript] = [], vectors: [RuleVector] = []) {
    self.scripts = scripts
    self.vectors = vectors
  }

  /// All files of the site, `index.html` first.
  package func pages() -> [Page] {
    let rules = RuleBookPages.numbers.map { page("\($0).html", title(of: $0), body(ofRule: $0)) }
    let diagnostics = DiagnosticIdentifier.allCases.compactMap(DiagnosticPage.page(of:)).map {
      page("\($0.identifier.rawValue).html", "\($0.identifier.rawValue): \($0.title)", body(of: $0))
    }
    return [
      page("index.html", "The rules of the lifecycle", index),
      page("conflicts.html", "Where the sources differ", conflicts),
      page("review.html", "The rules and what Apple says of iOS 26 and 27", review),
      page("diagnostics.html", "Errors and warnings", indexOfDiagnostics),
    ] + rules + diagnostics + [Page(path: "rules.css", text: Self.style)]
  }

  private func page(_ path: String, _ title: String, _ body: Markup) -> Page {
    let links: [(String, String)] = [
      ("index.html", "Rules"), ("conflicts.html", "Conflicts"), ("review.html", "iOS 26 and 27"),
      ("diagnostics.html", "Errors and warnings"),
    ]
    let navigation = links.map { Self.link($0.0, $0.1) }.joined()
    let text: Markup = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>\
      <meta name="viewport" content="width=device-width">\
      <link rel="stylesheet" href="rules.css"></head>
      <body>
      <nav>\(navigation)</nav>
      <h1>\(title)</h1>
      \(body)
      </body></html>

      """
    return Page(path: path, text: text.description)
  }

  // MARK: - The index

  private var index: Markup {
    let rows = RuleBook.rules.map { rule -> Markup in
      let number = "\(rule.number)"
      return """
        <tr><td>\(Self.link("\(number).html", number))</td><td>\(rule.title)</td>\
        <td>\("\(rule.versions)")</td><td>\(rule.basis.title)</td></tr>
        """
    }.joined()
    let bases = RuleBook.byBasis.filter { !$0.rules.isEmpty }.map { basis, rules -> Markup in
      let numbers =
        basis == .document ? "" : linked(rules.map { "\($0.number)" }.joined(separator: " "))
      return "<tr><td>\(basis.title)</td><td>\(rules.count)</td><td>\(numbers)</td></tr>\n"
    }.joined()
    let spans = RuleBook.assumedSpans.map(\.name).joined(separator: ", ")
    let left = RuleBook.notModelled.map { entry -> Markup in
      let number = linked(RuleBookPages.name(entry.number))
      return
        "<tr><td>\(number)</td><td>\(entry.clause ?? "the whole rule")</td><td>\(entry.reason)</td></tr>\n"
    }.joined()
    return """
      <p>What an iPhone or iPad does to an app, rule by rule: since when, who says so, and how sure that is.</p>
      <h2>What the rules rest on</h2>
      <p>Each rule counts once, with the best that it has.</p>
      <table><tr><th>The rules rest on</th><th>rules</th><th>which</th></tr>\(bases)</table>
      <p>Lengths of time that no source gives as a number: \(spans).</p>
      <h2>All rules</h2>
      <table><tr><th>rule</th><th>what it is about</th><th>systems</th><th>rests on</th></tr>\(rows)</table>
      <h2>What is not modelled</h2>
      <table><tr><th>rule</th><th>what of it</th><th>why</th></tr>\(left)</table>
      """
  }

  private var indexOfDiagnostics: Markup {
    DiagnosticFamily.allCases.map { family -> Markup in
      let rows = DiagnosticPage.pages(of: family).map { page -> Markup in
        let name = page.identifier.rawValue
        return "<dt>\(Self.link("\(name).html", name))</dt><dd>\(page.title)</dd>\n"
      }.joined()
      return "<h2>\(family.title)</h2><dl>\(rows)</dl>\n"
    }.joined()
  }

  // MARK: - A rule

  private func title(of number: String) -> String {
    RuleBook.rules.first { "\($0.number)" == number }.map { "\(number): \($0.title)" }
      ?? "\(number), which is not modelled"
  }

  private func body(ofRule number: String) -> Markup {
    guard let rule = RuleBook.rules.first(where: { "\($0.number)" == number }) else {
      return "<p>\(RuleBookPages().page(number) ?? "")</p>"
    }
    let known = rule.confidence.map(RuleBookPages.words).joined(separator: ", ")
    var body: Markup = """
      <p>\(linked(rule.statement))</p>
      <p>Systems: \("\(rule.versions)"). Known from: \(known). It rests on \(rule.basis.title).</p>
      """
    body += list("Sources", rule.sources.map(source))
    body += rule.conflicts.compactMap(SourceConflict.conflict).map(section).joined()
    body += RuleReview.review(of: rule.number).map { "<h2>iOS 26 and 27</h2>\(text(of: $0))" } ?? ""
    body += list("Lengths of time", RuleBookPages.spans(of: rule).map { linked($0) })
    body += list(
      "Quirks",
      Quirk.allCases.filter { $0.rule == rule.number }.map {
        "<code>.\($0.rawValue)</code>: \($0.help)"
      })
    body += list("Not modelled", RuleBookPages.clauses(of: rule).map { linked($0) })
    body += list("On devices", DeviceResult.results(of: rule.number).map { linked($0.words) })
    return body + scripts(named: number) + vectors(of: number)
  }

  private func scripts(named number: String) -> Markup {
    let own = scripts.filter { $0.name.hasPrefix(number + "-") }
    guard !own.isEmpty else { return "" }
    return "<h2>Scripts</h2>"
      + own.map { "<h3>\($0.name)</h3><pre>\(linked($0.text))</pre>" }.joined()
  }

  private func vectors(of number: String) -> Markup {
    let own = vectors.filter { $0.rules.contains(number) }
    guard !own.isEmpty else { return "" }
    let rows = own.map { vector -> Markup in
      "<tr><td><code>\(vector.identifier)</code></td><td>\(vector.title)</td><td>\(vector.result)</td></tr>\n"
    }.joined()
    return """
      <h2>Vectors</h2>
      <p>Of \(Self.link("vectors.json", "vectors.json")); \
      <code>rehearse vectors --script ID vectors.json</code> writes the script of one.</p>
      <table><tr><th>vector</th><th>what happens</th><th>devices do it</th></tr>\(rows)</table>
      """
  }

  // MARK: - Conflicts and reviews

  private var conflicts: Markup {
    SourceConflict.all.map { conflict -> Markup in
      let rules = RuleBook.rules.filter { $0.conflicts.contains(conflict.number) }
      let numbers = rules.map { "\($0.number)" }.joined(separator: ", ")
      return """
        <div id="\(conflict.number)">\(section(conflict))
        <p>\(numbers.isEmpty ? "" : "Rules: ")\(linked(numbers))</p>\(scripts(named: conflict.number))</div>
        """
    }.joined()
  }

  private func section(_ conflict: SourceConflict) -> Markup {
    let choice: Markup =
      conflict.choice == nil
      ? ""
      : " A device decides it: <code>evidence: [\"\(conflict.number)\": .documented]</code>."
    return "<h2>Conflict \(conflict.number)</h2><p>\(conflict.question)</p>"
      + list(nil, conflict.sides.map { linked($0) })
      + "<p>Played: \(linked(conflict.settlement))\(choice)</p>"
  }

  private var review: Markup {
    let all = RuleReview.all
    let counts = RuleReview.Verdict.allCases.map { verdict in
      "\(verdict.title): \(all.count { $0.verdict == verdict })"
    }.joined(separator: ", ")
    let rows = all.map { row -> Markup in
      let number = "\(row.rule)"
      return "<tr><td>\(Self.link("\(number).html", number))</td><td>\(text(of: row))</td></tr>\n"
    }.joined()
    return """
      <p>The rules that changed with iOS 18, 26 or 27, and the forty that most scripts name, held against \
      Apple's talks of 2025 and 2026, the pages of its documentation, the release notes of iOS 27 and a header \
      of its SDKs. \(counts).</p>
      <table><tr><th>rule</th><th>what came of it</th></tr>\(rows)</table>
      """
  }

  private func text(of review: RuleReview) -> Markup {
    let refuted: Markup =
      review.refutation.isEmpty ? "" : " \(review.verdict.announcement) \(review.refutation)."
    let places = review.places.map { place -> Markup in
      "<br>\(source(place.source)), \(place.position)"
    }.joined()
    return
      "<p><strong>\(review.verdict.title)</strong>: \(linked(review.finding))\(refuted)\(places)</p>"
  }

  // MARK: - Diagnostics

  private func body(of page: DiagnosticPage) -> Markup {
    let text = DiagnosticRenderer(usesColor: false, width: 100).render(page)
    return "<pre>\(linked(text))</pre>"
  }

  // MARK: - Links

  private static func link(_ target: String, _ text: String) -> Markup {
    "<a href=\"\(target)\">\(text)</a> "
  }

  private func list(_ title: String?, _ entries: [Markup]) -> Markup {
    guard !entries.isEmpty else { return "" }
    let heading: Markup = title.map { "<h2>\($0)</h2>" } ?? ""
    return heading + "<ul>\(entries.map { "<li>\($0)</li>\n" }.joined())</ul>"
  }

  /// A source with what it is, as a link where it is something on the web.
  private func source(_ key: String) -> Markup {
    guard let known = RuleSource.source(key) else { return issues(key) }
    return "<code>\(key)</code>: \(webLinked(known.meaning))"
  }

  /// A project's issues, such as `flutter/flutter #1, #2`, as links; another text as it is.
  private func issues(_ key: String) -> Markup {
    let words = key.split(separator: " ").map(String.init)
    let project = words.first ?? ""
    let numbers = words.dropFirst().map { $0.filter(\.isNumber) }
    guard project.split(separator: "/").count == 2, !numbers.isEmpty,
      words.dropFirst().allSatisfy({ $0.hasPrefix("#") })
    else { return "\(key)" }
    let links = numbers.map { Self.link("https://github.com/\(project)/issues/\($0)", "#\($0)") }
    return "\(project) \(links.joined())"
  }

  /// A text in which addresses are links.
  private func webLinked(_ text: String) -> Markup {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word -> Markup in
      guard word.hasPrefix("https://") else { return "\(String(word)) " }
      return Self.link(String(word), String(word))
    }.joined()
  }

  /// A text in which the numbers of rules, conflicts and diagnostics are links.
  private func linked(_ text: String) -> Markup {
    var result: Markup = ""
    var word = ""
    func flush() {
      if let target = Self.targets[word] {
        result += "<a href=\"\(target)\">\(word)</a>"
      } else {
        result += "\(word)"
      }
      word = ""
    }
    for character in text {
      if character.isASCII, character.isLetter || character.isNumber {
        word.append(character)
      } else {
        flush()
        result += "\(String(character))"
      }
    }
    flush()
    return result
  }

  /// Where the page of each number is.
  private static let targets: [String: String] = {
    var targets: [String: String] = [:]
    for number in RuleBookPages.numbers { targets[number] = "\(number).html" }
    for conflict in SourceConflict.all {
      targets[conflict.number] = "conflicts.html#\(conflict.number)"
    }
    for identifier in DiagnosticIdentifier.allCases
    where DiagnosticPage.page(of: identifier) != nil {
      targets[identifier.rawValue] = "\(identifier.rawValue).html"
    }
    return targets
  }()

  private static let style = """
    :root { color-scheme: light dark; --line: #8884; --soft: #8882; }
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 58rem; margin: 0 auto; padding: 1rem; }
    nav { font-size: .9rem; } nav a { margin-right: 1rem; }
    h2 { border-bottom: 1px solid var(--line); }
    pre { background: var(--soft); padding: .7rem; overflow-x: auto; }
    code, pre { font: .9em ui-monospace, monospace; }
    table { border-collapse: collapse; display: block; overflow-x: auto; }
    th, td { border: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }

    """
}
