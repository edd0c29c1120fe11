// The functions of `rehearsal.h`. Sessions are passed by handle, everything else as text. What
// another language does wrong comes back as an error: a handle is looked up and not followed, and
// nothing here traps.

import Rehearsal
import RehearsalValues

/// A function of the other language: a JSON list of arguments in, a JSON value out.
public typealias ForeignFunction =
  @convention(c) (
    UnsafePointer<CChar>?, UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<CChar>?

/// The sessions and texts that callers of the process hold.
private let sessions = SessionTable()
let texts = TextTable()

/// Makes a session without a script; 0 where there are too many.
@_cdecl("rehearsal_create")
public func createSession() -> UInt64 { sessions.create() }

/// Frees a session; false if there is none by this handle, or another call of it is under way.
@_cdecl("rehearsal_destroy")
public func destroySession(_ session: UInt64) -> Bool {
  do {
    try sessions.destroy(session)
    return true
  } catch { return false }
}

/// Stops what a call of the session runs now; false if there is nothing of the kind.
@_cdecl("rehearsal_cancel")
public func cancelSession(_ session: UInt64) -> Bool { sessions.cancel(session) }

/// Gives scripts a function of the other language.
@_cdecl("rehearsal_define")
public func defineFunction(
  _ session: UInt64, _ name: UnsafePointer<CChar>?, _ parameters: UnsafePointer<CChar>?,
  _ function: ForeignFunction?, _ context: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { session in
    guard let function else { throw ForeignError("the function is NULL") }
    let name = try text(name, "name")
    let parameters = try parameters.map { try text($0, "parameters") } ?? ""
    try session.define(name, parameters, function, context)
    return JSONValue.null
  }
}

/// Gives scripts what a file declares of an app in Swift.
@_cdecl("rehearsal_declare_host")
public func declareHost(
  _ session: UInt64, _ path: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { session in
    try session.declareHost(text(path, "path"))
    return JSONValue.null
  }
}

/// Sets a limit of scripts that are loaded later.
@_cdecl("rehearsal_limit")
public func setLimit(
  _ session: UInt64, _ setting: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { session in
    try session.limit(text(setting, "setting"))
    return JSONValue.null
  }
}

/// Checks a script and makes it the session's.
@_cdecl("rehearsal_load")
public func loadScript(
  _ session: UInt64, _ name: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { session in
    let name = try text(name, "name")
    guard let source else { throw ForeignError("the source is NULL") }
    // Whatever the bytes are, the checker says what is wrong with them.
    return try session.load(name: name, bytes: bytes(source))
  }
}

/// Reads a script from a file, checks it and makes it the session's.
@_cdecl("rehearsal_load_file")
public func loadFile(
  _ session: UInt64, _ path: UnsafePointer<CChar>?, _ root: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { session in
    let root = try root.map { try text($0, "root") }
    return try session.load(path: text(path, "path"), root: root)
  }
}

/// Runs the script from its beginning to its end.
@_cdecl("rehearsal_run")
public func runScript(_ session: UInt64) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.run() }
}

/// Runs the statements of the script and one case of its scenarios.
@_cdecl("rehearsal_run_case")
public func runCase(_ session: UInt64, _ number: Int64) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.run(case: number) }
}

/// Calls a function of the script.
@_cdecl("rehearsal_call")
public func callFunction(
  _ session: UInt64, _ function: UnsafePointer<CChar>?, _ arguments: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { session in
    let arguments = try arguments.map { try text($0, "arguments") } ?? "[]"
    return try session.call(text(function, "function"), arguments)
  }
}

/// Lets virtual time pass.
@_cdecl("rehearsal_advance")
public func advanceSession(
  _ session: UInt64, _ nanoseconds: Int64
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.advance(nanoseconds) }
}

/// What happened on the session's device.
@_cdecl("rehearsal_trace")
public func readTrace(_ session: UInt64) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.trace() }
}

/// Plans the cases of a suite.
@_cdecl("rehearsal_plan")
public func planCases(
  _ session: UInt64, _ arguments: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.plan(text(arguments, "arguments")) }
}

/// Plays one of the cases that were planned.
@_cdecl("rehearsal_play")
public func playCase(
  _ session: UInt64, _ header: UnsafePointer<CChar>?, _ planned: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.play(text(header, "header"), text(planned, "case")) }
}

/// Puts the results of all cases together.
@_cdecl("rehearsal_merge")
public func mergeResults(
  _ session: UInt64, _ results: UnsafePointer<CChar>?, _ format: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.merge(text(results, "results"), as: text(format, "format")) }
}

/// The version of the library.
@_cdecl("rehearsal_version")
public func readVersion() -> UnsafeMutablePointer<CChar>? { texts.make(Release.version) }

/// A copy of a text that the library owns.
@_cdecl("rehearsal_copy")
public func copyText(_ text: UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
  text.map { texts.make(bytes($0)) }
}

/// Gives a text back.
@_cdecl("rehearsal_free")
public func freeText(_ text: UnsafeMutablePointer<CChar>?) {
  if let text { texts.take(text) }
}

// MARK: - Conversion

/// What the caller did wrong.
struct ForeignError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The bytes before the zero byte.
private func bytes(_ pointer: UnsafePointer<CChar>) -> [UInt8] {
  var end = pointer
  while end.pointee != 0 { end += 1 }
  return Array(UnsafeRawBufferPointer(start: pointer, count: end - pointer))
}

/// A text of the caller's.
///
/// - Throws: `ForeignError` for NULL and for what is no UTF-8, which nothing replaces in silence.
private func text(_ pointer: UnsafePointer<CChar>?, _ role: String) throws(ForeignError) -> String {
  guard let pointer else { throw ForeignError("the \(role) is NULL") }
  guard let text = String(validatingCString: pointer) else {
    throw ForeignError("the \(role) is not UTF-8")
  }
  return text
}

/// Does something with a session, and makes JSON of the result.
private func answer(
  _ handle: UInt64, _ body: (ForeignSession) throws -> any JSONRepresentable
) -> UnsafeMutablePointer<CChar>? {
  let answer: JSONValue
  do { answer = ["value": try sessions.use(handle, body)] } catch {
    answer = ["error": ForeignFault(error)]
  }
  return texts.make(answer.text)
}
