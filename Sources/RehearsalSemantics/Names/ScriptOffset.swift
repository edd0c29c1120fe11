/// A place in the scripts of a compilation.
struct ScriptOffset: Hashable {
  /// The number of the script.
  let script: Int
  /// How many bytes stand before it there.
  let start: Int32
}
