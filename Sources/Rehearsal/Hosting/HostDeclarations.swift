// What a host gives to scripts, as a file beside them. Tests write it, and the command and the servers for
// editors, which have no code of the host's, check scripts against it.

import RehearsalFiles
import RehearsalInterface
import RehearsalLifecycle
import RehearsalValues

/// Why a file declares no host.
package struct HostDeclarationError: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do.
  package let description: String
}

extension ScriptHost {
  private static let declarationFormat: Int64 = 1

  /// What it gives to scripts, as lines of JSON: functions with their parameters, and apps with what their
  /// delegates expose and their controls.
  public var declarations: String {
    let functions = functions.map(\.definition).filter { !$0.isHidden }.map(Self.declaration)
    let apps = apps.map(Self.declaration)
    func list(_ name: String, _ entries: [JSONValue]) -> String {
      let lines = entries.map { "\n    " + $0.text }.joined(separator: ",")
      return "  \"\(name)\": [\(lines)\(lines.isEmpty ? "" : "\n  ")]"
    }
    return "{\n  \"format\": \(Self.declarationFormat),\n" + list("apps", apps) + ",\n"
      + list("functions", functions) + "\n}\n"
  }

  private static func declaration(of function: HostFunction) -> JSONValue {
    [
      "name": function.name, "callers": Callers(function.side).name,
      "help": function.summary.isEmpty ? nil : function.summary,
      "parameters": function.parameters.map { $0.name + ($0.isOptional ? "?" : "") },
    ]
  }

  private static func declaration(of app: InstallableApp) -> JSONValue {
    [
      "name": app.description.name, "exposes": app.exposedNames.sorted(),
      "controls": app.description.controls, "extensionOf": app.description.containingApp,
    ]
  }

  /// The size of a file of declarations in bytes.
  private static let longestFile = 1 << 20

  /// Reads a file, and takes in what it declares and this host does not have.
  ///
  /// - Parameter path: The file's path.
  /// - Throws: `HostDeclarationError` for a file that cannot be read, or declares no host.
  package mutating func declare(fromFile path: String) throws(HostDeclarationError) {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FilePath(path).bytes(atMost: Self.longestFile) } catch {
      throw HostDeclarationError(description: "\(path) cannot be read: \(error)")
    }
    try declare(String(decoding: bytes, as: UTF8.self), from: path)
  }

  /// Takes in what a text declares and this host does not have.
  ///
  /// Scripts that use it can be checked, and fail where they run it.
  ///
  /// - Parameters:
  ///   - text: The text of the file, as `declarations` has it.
  ///   - path: The file's path, for messages.
  /// - Throws: `HostDeclarationError` for a text that declares no host.
  package mutating func declare(
    _ text: String, from path: String
  ) throws(HostDeclarationError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: Array(text.utf8)) } catch {
      throw HostDeclarationError(description: "\(path) declares no host: \(error)")
    }
    guard json["format"]?.integer == Self.declarationFormat else {
      throw HostDeclarationError(
        description: "\(path) is of another version of Rehearsal; let the tests write it again")
    }
    do throws(HostError) {
      for function in json["functions"]?.elements ?? [] { try declareFunction(function, path) }
      for app in json["apps"]?.elements ?? [] { try declareApp(app, path) }
    } catch { throw HostDeclarationError(description: "\(path): \(error)") }
  }

  private mutating func declareFunction(
    _ json: JSONValue, _ path: String
  ) throws(HostError) {
    let name = json["name"]?.string ?? ""
    guard !functions.contains(where: { $0.definition.name == name }) else { return }
    let reason = Self.reason(name, path)
    try define(
      name, json["parameters"]?.strings ?? [], for: Callers(named: json["callers"]?.string),
      help: json["help"]?.string ?? ""
    ) { _ in throw HostDeclarationError(description: reason) }
  }

  private mutating func declareApp(_ json: JSONValue, _ path: String) throws(HostError) {
    let name = json["name"]?.string ?? ""
    guard !apps.contains(where: { $0.description.name == name }) else { return }
    let code = DeclaredCode(reason: Self.reason(name, path))
    try install(
      InstallableApp(
        description: AppDescription(
          name: name, containingApp: json["extensionOf"]?.string,
          controls: json["controls"]?.strings ?? []),
        exposedNames: json["exposes"]?.strings ?? [], handled: MessageSet(), canRunHere: nil,
        make: { code }))
  }

  private static func reason(_ name: String, _ path: String) -> String {
    "\(name) is only declared here, in \(path): `swift test` has its code and plays this"
  }
}

extension ScriptHost.Callers {
  /// Those of a name; everyone where there are none.
  fileprivate init(named name: String?) {
    self = [.scenarios, .apps].first { $0.name == name } ?? .everyone
  }

  /// Those who may call a function of a side.
  fileprivate init(_ side: Side) {
    self =
      switch side {
      case .outside: .scenarios
      case .inside: .apps
      case .neutral: .everyone
      }
  }

  fileprivate var name: String {
    switch self {
    case .everyone: "everyone"
    case .scenarios: "scenarios"
    case .apps: "apps"
    }
  }
}

/// The code of an app that is declared and not there: it says so and ends.
private struct DeclaredCode: AppCode {
  let reason: String

  func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
    .crashed(CrashReport(message: reason))
  }

  func resume(in context: AppContext) -> CodeProgress { .returned(.nil) }

  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
  ) {}
}
