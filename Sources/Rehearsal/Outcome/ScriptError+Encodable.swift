// Errors, diagnostics and records as data for other tools: what a JSON encoder makes of them.
// Places are given as people count them, with lines and columns from 1.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

extension SourcePlace: Encodable {
  private enum CodingKeys: String, CodingKey { case file, line, column }

  /// Writes the file, the line and the column.
  public func encode(to encoder: any Encoder) throws {
    let position = position
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(position.line, forKey: .line)
    try container.encode(position.column, forKey: .column)
  }
}

extension Diagnostic {
  /// The marked place.
  public var place: SourcePlace { SourcePlace(source, range) }
}

extension ScriptError: Encodable {
  private enum CodingKeys: String, CodingKey { case kind, diagnostics, fault }

  /// Writes the kind, `diagnostics` or `fault`, and what belongs to it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .diagnostics(let diagnostics):
      try container.encode(CodingKeys.diagnostics.rawValue, forKey: .kind)
      try container.encode(diagnostics, forKey: .diagnostics)
    case .runtimeError(let error):
      try container.encode(CodingKeys.fault.rawValue, forKey: .kind)
      try container.encode(error, forKey: .fault)
    }
  }
}

extension Diagnostic: Encodable {
  private enum CodingKeys: String, CodingKey { case identifier, severity, message, place, notes }

  /// Writes the identifier, the severity, the message, the place and the notes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier.rawValue, forKey: .identifier)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(message, forKey: .message)
    try container.encode(place, forKey: .place)
    try container.encode(notes.map(\.message), forKey: .notes)
  }
}

/// A call as it is written.
private struct EncodedCall: Encodable {
  let function: String
  let place: SourcePlace

  init(_ call: RuntimeError.Call) {
    function = call.function
    place = call.place
  }
}

extension RuntimeError: Encodable {
  private enum CodingKeys: String, CodingKey { case identifier, message, stack, omittedCalls }

  /// Writes the identifier, the message and the calls that led there, the innermost first.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier.rawValue, forKey: .identifier)
    try container.encode(message, forKey: .message)
    try container.encode(stack.map(EncodedCall.init), forKey: .stack)
    try container.encode(omittedCalls, forKey: .omittedCalls)
  }
}

extension Failure: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind, message, place, time, parts, loopVariables, callers, fault, app, isHang
  }

  /// Writes what failed, where, and the device's time in nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(time.nanoseconds, forKey: .time)
    switch reason {
    case .expectation(let failed):
      let place = failed.site.conditionPlace
      try container.encode("expectation", forKey: .kind)
      try container.encodeIfPresent(failed.message, forKey: .message)
      try container.encode(place, forKey: .place)
      try container.encode(failed.parts.map { [$0.text, $0.value] }, forKey: .parts)
      if !failed.loopVariables.isEmpty {
        try container.encode(
          failed.loopVariables.map { [$0.text, $0.value] }, forKey: .loopVariables)
      }
      if !failed.callers.isEmpty {
        try container.encode(failed.callers.map(EncodedCall.init), forKey: .callers)
      }
    case .runtimeError(let error):
      try container.encode("fault", forKey: .kind)
      try container.encode(error, forKey: .fault)
    case .warning(let warning):
      try container.encode("warning", forKey: .kind)
      try container.encode(warning.message, forKey: .message)
      try container.encode(SourcePlace(warning.source, warning.range), forKey: .place)
    case .appRuntimeError(let app, let error, let isHang):
      try container.encode("appFault", forKey: .kind)
      try container.encode(app, forKey: .app)
      try container.encode(isHang, forKey: .isHang)
      try container.encode(error, forKey: .fault)
    case .unexpectedPass(let place, let reason):
      try container.encode("unexpectedPass", forKey: .kind)
      try container.encode(reason, forKey: .message)
      try container.encode(place, forKey: .place)
    }
  }
}

extension Record: Encodable {
  private enum CodingKeys: String, CodingKey {
    case index, time, app, incarnation, kind, name, state, handled, declined, rule, cause, detail
  }

  /// Writes the record with its time in nanoseconds and its app by its number on the device.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(time.nanoseconds, forKey: .time)
    try container.encodeIfPresent(app?.index, forKey: .app)
    try container.encode(incarnation, forKey: .incarnation)
    try container.encode(kind.rawValue, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(state?.processState.rawValue, forKey: .state)
    try container.encodeIfPresent(handled, forKey: .handled)
    try container.encodeIfPresent(declined, forKey: .declined)
    try container.encodeIfPresent(rule?.description, forKey: .rule)
    try container.encodeIfPresent(cause, forKey: .cause)
    try container.encode(detail, forKey: .detail)
  }
}
