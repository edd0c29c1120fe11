// What the project of a script declares of a host. An editor may start a server anywhere, so the project is
// known when a folder or a script is opened, and not before.

import Rehearsal

/// What scripts of a project can use.
package struct ProjectHost: Sendable {
  /// The functions and native apps, with those that a file of the project declares.
  package let scripts: ScriptHost
  /// The path of that file; nil where the project names none.
  package let declaration: String?
  /// Why what the project declares could not be read, for people; nil where it could.
  package let mistake: String?

  /// Makes what was found for a project.
  package init(_ scripts: ScriptHost, declaredIn declaration: String? = nil, mistake: String? = nil)
  {
    self.scripts = scripts
    self.declaration = declaration
    self.mistake = mistake
  }

  /// Finds it for the path of a script or a folder.
  package typealias Lookup = @Sendable (_ path: String) -> ProjectHost
}
