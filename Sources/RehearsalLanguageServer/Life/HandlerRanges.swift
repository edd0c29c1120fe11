// Where the handlers of a text begin and end.

import Rehearsal
import RehearsalSyntax

/// The whole ranges of a text's handlers.
struct HandlerRanges {
  private var ranges: [SourceRange] = []

  init(of script: ParsedScript) {
    for statement in script.statements {
      if case .app(let app) = statement.kind { add(app.members) }
    }
  }

  private mutating func add(_ members: [AppMember]) {
    for member in members {
      switch member.kind {
      case .handler: ranges.append(member.range)
      case .scene(_, let inner), .view(let inner): add(inner)
      case .info, .variable, .function, .button, .missing: break
      }
    }
  }

  /// The handler in which a place lies; nil for none.
  func range(around place: SourceRange) -> SourceRange? {
    ranges.first { $0.start <= place.start && place.start < $0.end }
  }
}
