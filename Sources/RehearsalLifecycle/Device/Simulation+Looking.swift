// A device driven from Swift, without a script, by the verbs of the user and the system: what native
// apps expose, and the timeline. What happens is recorded as it is for scripts.
//
//     var device = Simulation()
//     let notes = try device.install("Notes") { NotesDelegate() }
//     try device.launch(notes)
//     try device.press(.home)
//     try device.advance(by: .seconds(5))

import RehearsalValues

extension Simulation {
  /// What the delegate of the app's process exposes under a name; nil without a process, and for a
  /// name that is not exposed.
  public func value(_ name: String, of app: AppIdentifier) -> ScriptValue? {
    (code(of: app) as? any ExposingCode)?.exposedValue(name)
  }

  /// Everything that the delegate of the app's process exposes, by name; nothing without a process.
  public func values(of app: AppIdentifier) -> [String: ScriptValue] {
    guard let code = code(of: app) as? any ExposingCode else { return [:] }
    let names = code.exposedNames.map { ($0, code.exposedValue($0) ?? .nil) }
    return Dictionary(names) { first, _ in first }
  }

  /// The timeline as the command shows it, a line for each record that it shows.
  ///
  /// - Complexity: O(*n*) in the number of records
  public func timeline(since index: Int = 0) -> [String] {
    let names = device.apps.map { device.description(of: $0)?.name ?? "" }
    let renderer = TimelineRenderer(appNames: names)
    return records(since: index).compactMap { renderer.line($0) }
  }
}

/// Native code whose delegate can be inspected by name.
package protocol ExposingCode: AppCode {
  /// The names under which the delegate exposes something, in their order.
  var exposedNames: [String] { get }

  /// The value that the delegate exposes under a name; nil where it exposes none.
  func exposedValue(_ name: String) -> ScriptValue?
}
