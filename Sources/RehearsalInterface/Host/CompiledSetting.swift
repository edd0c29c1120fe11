// What a block of settings says, as constants.

import RehearsalSyntax
import RehearsalValues

/// An entry of `device { }` or `info { }`: a constant.
package struct CompiledSetting: Sendable {
  /// The key.
  package let key: String
  /// The value.
  package let value: ScriptValue
  /// The source text of the value.
  package let sourceText: String
  /// Where the value is.
  package let place: SourcePlace
  /// The elements of a list that is written out, each as a value of the key.
  package let elements: [CompiledSetting]

  /// Makes an entry.
  package init(
    key: String, value: ScriptValue, sourceText: String, place: SourcePlace,
    elements: [CompiledSetting] = []
  ) {
    self.key = key
    self.value = value
    self.sourceText = sourceText
    self.place = place
    self.elements = elements
  }
}
