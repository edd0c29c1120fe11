// What the compiler says about apps, handlers, the device and their settings.
// The words only; what is wrong is found where the declarations are compiled.

import RehearsalSyntax

extension Finding {
  static func unknownHandler(
    _ name: Name, in context: HostHandler.Context, suggestion: Suggestion?
  ) -> Finding {
    let whose = context == .app ? "an app" : "a \(context.rawValue)"
    return Finding(
      .unknownHandler, name.range,
      "no message named `\(name.text)` is sent to \(whose)"
    )
    .suggesting(suggestion, for: name.range)
  }

  static func handlerElsewhere(_ name: Name, _ context: HostHandler.Context) -> Finding {
    Finding(
      .unknownHandler, name.range,
      "`\(name.text)` is sent to a \(context.rawValue): write it inside "
        + "`\(context.rawValue) { }`")
  }

  static func buttonArgument(_ range: SourceRange) -> Finding {
    Finding(
      .wrongArguments, range,
      "a button takes `sends:` with the name of a function, and `to:` with `application` or "
        + "`scene`")
  }

  static func buttonWithTwoActions(_ range: SourceRange) -> Finding {
    Finding(
      .wrongArguments, range,
      "this button has an action of its own; remove either the closure or `sends:`")
  }

  static func duplicateHandler(_ name: Name, first: SourceRange) -> Finding {
    Finding(
      .duplicateHandler, name.range,
      "`\(name.text)` has a handler already; join the two"
    )
    .noting("the first handler", at: first)
  }

  static func surplusHandlerParameter(_ name: Name, _ handler: HostHandler) -> Finding {
    let given =
      handler.parameters.isEmpty
      ? "is given nothing" : "is given (\(handler.parameters.joined(separator: ", ")))"
    return Finding(
      .handlerParameters, name.range,
      "`\(handler.name)` \(given); remove the parameter `\(name.text)`")
  }

  static func missingSelector(_ name: Name, _ handler: HostHandler) -> Finding {
    Finding(
      .handlerParameters, name.range,
      "`\(handler.name)` says first, as a literal, which one it answers")
  }

  static func unexpectedSelector(_ handler: HostHandler, _ range: SourceRange) -> Finding {
    Finding(
      .handlerParameters, range,
      handler.hasSelector
        ? "only the first parameter of `\(handler.name)` is a literal; expected a name"
        : "the parameters of `\(handler.name)` are names; expected a name")
  }

  static func secondDevice(_ range: SourceRange, first: SourceRange?) -> Finding {
    Finding(
      .secondDevice, range, "there is a device already; join the two into one `device { }`"
    )
    .noting("the first device", at: first)
  }

  static func unknownKey(_ name: Name, of what: String, suggestion: Suggestion?) -> Finding {
    Finding(.unknownKey, name.range, "`\(what)` has no key `\(name.text)`")
      .suggesting(suggestion, for: name.range)
  }
}
