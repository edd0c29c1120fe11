// One line of a recorder's log: what an app met on a device, in the form of the steps of lifecycle
// vectors. Each line has its number, so that a lost one is known to be lost.

import RehearsalLifecycle
import RehearsalValues
import RehearsalVectors

/// A line of a log.
package struct LogLine: Hashable, Sendable {
  /// The kinds of lines: those of the steps of vectors.
  package typealias Kind = VectorStep.Kind

  /// Its number in the log, from 1.
  package var number: Int
  /// When, in whole milliseconds since the log began.
  package var time: Int64
  /// Which process of the app, from 1.
  package var process: Int
  /// Its kind.
  package var kind: Kind
  /// UIKit's selector or notification name, or what the app's code wrote; `suspended` of a process that
  /// stood still, and empty at the end of one.
  package var name: String
  /// `active`, `inactive` or `background`; nil if the process could not read it.
  package var state: String?
  /// Which scene of the process, from 1; nil for none.
  package var scene: Int?
  /// The scene's own state, as it read it.
  package var sceneState: String?
  /// Whether protected files could be read.
  package var isProtectedDataAvailable = true

  /// The name of the line of a process that stood still.
  static let suspended = "suspended"

  /// The line without number and time, by which two lines are compared.
  package var content: LogLine {
    var line = self
    (line.number, line.time) = (0, 0)
    return line
  }

  /// The line as JSON.
  package var json: JSONValue {
    let fields: [(String, JSONValue.Value)] = [
      ("n", number), ("time", time), ("process", process), ("kind", kind.rawValue),
      ("name", name), ("state", state), ("scene", scene), ("sceneState", sceneState),
      ("protectedDataAvailable", isProtectedDataAvailable ? nil : false),
    ]
    return JSONValue(fields: fields)
  }

  /// Reads a line; nil for JSON that is none.
  package init?(_ value: JSONValue) {
    guard let number = value["n"]?.integer, let time = value["time"]?.integer,
      let kind = value["kind"]?.string.flatMap(Kind.init), (1...1_000_000).contains(number),
      (0...1 << 52).contains(time)
    else { return nil }
    self.init(
      number: Int(number), time: time, process: Int(clamping: value["process"]?.integer ?? 1),
      kind: kind, name: value["name"]?.string ?? "", state: value["state"]?.string,
      scene: value["scene"]?.integer.map { Int(clamping: $0) },
      sceneState: value["sceneState"]?.string,
      isProtectedDataAvailable: value["protectedDataAvailable"]?.boolean ?? true)
  }

  init(
    number: Int, time: Int64, process: Int, kind: Kind, name: String, state: String?,
    scene: Int? = nil, sceneState: String? = nil, isProtectedDataAvailable: Bool = true
  ) {
    (self.number, self.time, self.process, self.kind) = (number, time, process, kind)
    (self.name, self.state, self.scene) = (name, state, scene)
    (self.sceneState, self.isProtectedDataAvailable) = (sceneState, isProtectedDataAvailable)
  }

  /// The line in words, for people.
  package var words: String {
    let what =
      switch kind {
      case .end: "the process ends"
      case .read: "the process is suspended"
      case .log: "the app writes “\(name)”"
      default: name
      }
    let details = [
      state, scene.map { "scene \($0)" + (sceneState.map { ": \($0)" } ?? "") },
      isProtectedDataAvailable ? nil : "protected data is shut",
    ].compactMap(\.self)
    return details.isEmpty ? what : "\(what) (\(details.joined(separator: ", ")))"
  }
}
