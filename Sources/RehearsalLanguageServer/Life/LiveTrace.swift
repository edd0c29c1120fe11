// The live trace: after a pause every scenario is played, and what happened is shown after the
// lines that led to it.

import Rehearsal
import RehearsalSyntax
import RehearsalValues

extension LanguageServer {
  /// Plays what waits for it: a scenario, and what is left at the next pause.
  mutating func playWaitingDocuments(at time: Duration) {
    guard
      let document = documents.all.first(where: { $0.playsAt.map { $0 <= time } ?? false })
    else { return }
    let address = document.address
    guard var player = document.player ?? LifePlayer(document, clock: host.clock) else {
      documents[address]?.playsAt = nil
      return cutLife(of: document)
    }
    player.playNext()
    guard player.isDone else {
      documents[address]?.player = player
      documents[address]?.playsAt = time
      return
    }
    documents[address]?.player = nil
    documents[address]?.playsAt = nil
    show(player.life, of: address)
  }

  /// Keeps of the last life of a text with errors what is above the first of them.
  private mutating func cutLife(of document: OpenDocument) {
    guard var life = document.life else { return }
    let errors = document.check.script.diagnostics.filter {
      $0.severity == .error && $0.source.name == document.text.source.name
    }
    guard let first = errors.map(\.range.start).min() else { return }
    life.cut(at: first)
    show(life, of: document.address)
  }

  /// Shows a life, where it is another one than is shown.
  private mutating func show(_ life: PlayedLife, of address: DocumentAddress) {
    let shown = documents[address]?.life
    documents[address]?.life = life
    guard life != shown else { return }
    publishFindings(of: address)
    if client.refreshesHints, life.hints != shown?.hints ?? [] {
      request("workspace/inlayHint/refresh")
    }
  }

  /// What the run found, as findings.
  func playedFindings(_ life: PlayedLife, in document: OpenDocument) -> [JSONValue] {
    life.findings.compactMap { finding in
      if finding.severity == .hint, !client.greysOut { return nil }
      var json = self.finding(
        finding.identifier, finding.message, at: finding.range, in: document,
        severity: finding.severity)
      if finding.severity == .hint { json = json.merging(["tags": [1]]) }
      return json
    }
  }

  /// What is shown after the lines of a range.
  func hints(in document: OpenDocument, within range: SourceRange) -> JSONValue {
    let hints = document.life?.hints ?? []
    return .list(
      hints.filter { range.start <= $0.range.end && $0.range.start <= range.end }.map { hint in
        let line = document.text.line(at: hint.range.start)
        let end = Int(document.text.lines.lineRange(line + 1).end)
        return [
          "position": document.text.position(at: end), "label": hint.text, "paddingLeft": true,
        ]
      })
  }
}

extension PlayedLife {
  /// A text after a line.
  struct Hint: Equatable {
    let range: SourceRange
    let text: String
  }

  /// What is shown after lines, from the first to the last.
  var hints: [Hint] {
    let ofHandlers = handlers.map { Hint(range: $0.range, text: $0.hint) }
    return (lines.map { Hint(range: $0.range, text: $0.hint) } + ofHandlers)
      .sorted { $0.range.start < $1.range.start }
  }
}

extension PlayedLife.HandlerTrace {
  /// In how many scenarios the handler ran and when last, in at most 40 characters.
  var hint: String {
    guard let last else { return "never ran" }
    return "in \(count) scenario\(count == 1 ? "" : "s"), last at \(last)"
  }
}
