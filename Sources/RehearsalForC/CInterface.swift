// The functions of `rehearsal.h`. Sessions are passed as retained pointers, everything else as JSON
// text. No Swift type is visible from outside, and nothing here traps.

import Foundation
import Rehearsal

/// A function of the other language: a JSON list of arguments in, a JSON value out.
typealias ForeignFunction =
  @convention(c) (
    UnsafePointer<CChar>?, UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<CChar>?

/// Makes a session without a script.
@_cdecl("rehearsal_create")
func createSession() -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(ForeignSession()).toOpaque()
}

/// Frees a session.
@_cdecl("rehearsal_destroy")
func destroySession(_ session: UnsafeMutableRawPointer?) {
  if let session { Unmanaged<ForeignSession>.fromOpaque(session).release() }
}

/// Gives scripts a function of the other language.
@_cdecl("rehearsal_define")
func defineFunction(
  _ session: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ parameters: UnsafePointer<CChar>?, _ function: ForeignFunction?,
  _ context: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { session in
    guard let function else { throw ForeignError(message: "the function is NULL") }
    try session.define(text(name), text(parameters), function, context)
    return NSNull()
  }
}

/// Sets a limit of scripts that are loaded later.
@_cdecl("rehearsal_limit")
func setLimit(
  _ session: UnsafeMutableRawPointer?, _ setting: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { session in
    try session.limit(text(setting))
    return NSNull()
  }
}

/// Checks a script and makes it the session's.
@_cdecl("rehearsal_load")
func loadScript(
  _ session: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ source: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.load(name: text(name), source: text(source)) }
}

/// Runs the script to its end.
@_cdecl("rehearsal_run")
func runScript(_ session: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.run() }
}

/// Calls a function of the script.
@_cdecl("rehearsal_call")
func callFunction(
  _ session: UnsafeMutableRawPointer?, _ function: UnsafePointer<CChar>?,
  _ arguments: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.call(text(function), text(arguments)) }
}

/// Lets virtual time pass.
@_cdecl("rehearsal_advance")
func advanceSession(
  _ session: UnsafeMutableRawPointer?, _ nanoseconds: Int64
) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.advance(nanoseconds) }
}

/// What happened on the session's device.
@_cdecl("rehearsal_trace")
func readTrace(_ session: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
  answer(session) { try $0.trace() }
}

/// A copy of a text that the library owns.
@_cdecl("rehearsal_copy")
func copyText(_ text: UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
  text.flatMap { strdup($0) }
}

/// Gives a text back.
@_cdecl("rehearsal_free")
func freeText(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

// MARK: - Conversion

/// What the caller did wrong.
struct ForeignError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
  pointer.map { String(cString: $0) } ?? ""
}

/// Does something with a session, and makes JSON of what came of it.
private func answer(
  _ pointer: UnsafeMutableRawPointer?, _ body: (ForeignSession) throws -> Any
) -> UnsafeMutablePointer<CChar>? {
  var object: [String: Any]
  do {
    guard let pointer else { throw ForeignError(message: "the session is NULL") }
    object = [
      "value": try body(Unmanaged<ForeignSession>.fromOpaque(pointer).takeUnretainedValue())
    ]
  } catch let error as ScriptError {
    object = ["error": (try? JSON.object(of: error)) ?? ["message": "\(error)"]]
  } catch { object = ["error": ["message": "\(error)"]] }
  return strdup(JSON.text(of: object))
}
