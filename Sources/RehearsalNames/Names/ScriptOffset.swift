/// A place in the scripts of a compilation.
package struct ScriptOffset: Hashable, Sendable {
  /// The number of the script.
  package let script: Int
  /// How many bytes stand before it there.
  package let start: Int32

  /// Makes a place.
  package init(script: Int, start: Int32) {
    self.script = script
    self.start = start
  }
}
