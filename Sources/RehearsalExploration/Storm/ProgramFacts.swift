// What the code of a script's apps looks at, for searches that choose what to inject: the spans that it
// names, and what it looks up in the data that it is given.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// What the code of apps looks at.
struct ProgramFacts: Sendable {
  /// The spans of time that it names, shortest first.
  private(set) var spans: [TimeSpan] = []
  /// The keys that it looks up in values other than what it keeps, with a value that suits each.
  private(set) var keys: [(name: String, value: ScriptValue)] = []

  /// How many spans are tried: each costs a run for every step.
  private static let mostSpans = 4

  /// A span below it is work under way, and beyond the night nobody waits.
  private static let spansOfAbsence = TimeSpan.seconds(2)...TimeSpan.seconds(30 * 24 * 3600)

  /// Reads a script with what it imports.
  init(_ script: Script, _ imports: ImportSource?) {
    let loader = ScriptLoader(script.source, limits: script.limits, source: imports)
    for parsed in loader.scripts {
      let tokens = Lexer.tokenize(parsed.source).tokens
      for statement in parsed.statements where statement.isCodeOfApps {
        let own = tokens.filter {
          statement.range.start <= $0.range.start && $0.range.end <= statement.range.end
        }
        read(own, in: parsed.source)
      }
    }
    spans = Array(Set(spans)).sorted().filter(Self.spansOfAbsence.contains)
    spans = Array(spans.prefix(Self.mostSpans))
  }

  private mutating func read(_ tokens: [Token], in source: SourceText) {
    var storage = Set(StoragePlace.allCases.map(\.rawValue))
    storage.formUnion(["settings", "options"])
    for (position, token) in tokens.enumerated() {
      if token.kind == .number, let span = Self.literal(tokens[position...], in: source)?.span {
        spans.append(span)
      }
      guard token.kind == .name, !storage.contains(source.text(in: token.range)),
        let key = Self.key(tokens[(position + 1)...], in: source)
      else { continue }
      let value = Self.value(tokens[(position + 5)...], in: source)
      if let number = keys.firstIndex(where: { $0.name == key }) {
        if let value { keys[number].value = value }
      } else {
        keys.append((key, value ?? .string("x")))
      }
    }
  }

  /// The text in `["text"]`, where tokens begin with that.
  private static func key(_ tokens: ArraySlice<Token>, in source: SourceText) -> String? {
    let kinds = tokens.prefix(5).map(\.kind)
    guard kinds.count == 5, tokens.first?.isMark(.leftBracket) == true, kinds[1] == .stringStart,
      kinds[2] == .stringText, kinds[3] == .stringEnd,
      tokens[tokens.startIndex + 4].isMark(.rightBracket)
    else { return nil }
    return source.text(in: tokens[tokens.startIndex + 2].range)
  }

  /// The value with which a key's is compared or computed; nil where it is with none.
  private static func value(_ tokens: ArraySlice<Token>, in source: SourceText) -> ScriptValue? {
    guard case .binary? = tokens.dropFirst().first?.kind else { return nil }
    return literal(tokens.dropFirst(2), in: source)
  }

  /// The literal that tokens begin with; nil where there is none.
  private static func literal(
    _ tokens: ArraySlice<Token>, in source: SourceText
  ) -> ScriptValue? {
    guard let first = tokens.first else { return nil }
    let text: String
    switch first.kind {
    case .number, .keyword: text = source.text(in: first.range)
    case .stringStart:
      guard let end = tokens.first(where: { $0.kind == .stringEnd }) else { return nil }
      text = source.text(in: SourceRange(Int(first.range.start), Int(end.range.end)))
    default: return nil
    }
    let parsed = Parser.parse(SourceText(name: "literal", text), mode: .prompt)
    guard !parsed.hasErrors, parsed.statements.count == 1,
      case .expression(let expression)? = parsed.statements.first?.kind
    else { return nil }
    switch expression.kind {
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number): return .integer(number)
    case .double(let number): return .double(number)
    case .duration(let nanoseconds): return .span(TimeSpan(nanoseconds: nanoseconds))
    case .string: return .string(String(text.dropFirst().dropLast()))
    default: return nil
    }
  }
}

extension ScriptValue {
  /// The span that it is; nil for other values.
  fileprivate var span: TimeSpan? {
    if case .duration(let nanoseconds) = self { TimeSpan(nanoseconds: nanoseconds) } else { nil }
  }
}

extension Statement {
  /// Whether it holds code that apps run: theirs, or a function of the file.
  fileprivate var isCodeOfApps: Bool {
    switch kind {
    case .app, .function: true
    default: false
    }
  }
}
