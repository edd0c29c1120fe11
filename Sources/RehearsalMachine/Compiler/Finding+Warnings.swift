// What the compiler says about code that runs and is probably not what was meant.
// The words only; what is doubtful is found in `CodeGenerator+Flow.swift`.

import RehearsalSyntax

extension Finding {
  static func unusedResult(_ range: SourceRange, of name: String) -> Finding {
    Finding(
      .unusedResult, range,
      "`\(name)` changes nothing, and its result is not used; keep it with `let`, or remove the "
        + "call")
  }

  static func unreachableCode(_ range: SourceRange, after last: SourceRange) -> Finding {
    Finding(
      .unreachableCode, range, "this code is never run; remove it, or what ends the code before it"
    )
    .noting("nothing behind this is run", at: last)
  }

  static func emptyReturn(_ range: SourceRange, from handler: Name) -> Finding {
    Finding(
      .missingReturnValue, range,
      "`\(handler.text)` answers with true or false; say which behind `return`"
    )
    .fixing(range.endPoint, by: " true", "write `return true`")
  }

  static func missingReturn(_ handler: Name) -> Finding {
    Finding(
      .missingReturnValue, handler.range,
      "`\(handler.text)` answers with true or false, and this code can end without an answer; "
        + "write `return true` where it ends")
  }
}
