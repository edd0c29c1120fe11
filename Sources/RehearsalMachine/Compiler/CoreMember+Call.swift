// Which member of the language's own values a call in the tree means, by name and labels. Whether
// the receiver has it is known only when the call runs.

import RehearsalSyntax

extension CoreMember {
  /// How a called member is spelled: its bare name, or `name(label:_:)` where a label is written.
  static func spelling(_ name: String, in call: Call) -> String {
    guard call.arguments.contains(where: { $0.label != nil }) else { return name }
    var spelling = name + "("
    for argument in call.arguments { spelling += (argument.label?.text ?? "_") + ":" }
    if call.trailingClosure != nil { spelling += "_:" }
    return spelling + ")"
  }

  /// The member that a call means by its name and labels, if it is one of the core's.
  static func named(_ name: String, in call: Call) -> CoreMember? {
    bySpelling[spelling(name, in: call)]
  }
}
