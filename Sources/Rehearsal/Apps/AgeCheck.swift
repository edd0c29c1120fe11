// What the code of apps names that none of the systems a script is played on has (R167): a
// handler that is never called, an observer that hears nothing, a call of what is not there.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalSyntax

/// Finds words that none of a script's systems has.
struct AgeCheck {
  /// The systems on which the script is played.
  let profiles: [Profile]

  /// A warning for each word of an app's code that no system has, in the order of the places.
  func diagnostics(of outline: ScriptOutline) -> [Diagnostic] {
    let handlers = outline.units.flatMap(\.handlers).compactMap(warning)
    let calls = outline.units.flatMap(\.hostCalls).compactMap { call in
      warning(ofCall: call.function, at: call.place)
    }
    return (handlers + calls).sorted { $0.range.start < $1.range.start }
  }

  private func warning(_ handler: DeclaredUnit.Handler) -> Diagnostic? {
    if handler.name == "notification" {
      return handler.selector.flatMap(SystemNotification.init).flatMap {
        warning("`.\($0.rawValue)` is posted", $0.versions, at: handler.place)
      }
    }
    let message = Message.allCases.first {
      $0.definition.handler == handler.name && $0.definition.receiver.group == handler.group
    }
    return message.flatMap {
      warning("`\(handler.name)` is sent", $0.definition.versions, at: handler.place)
    }
  }

  private func warning(ofCall number: Int, at place: SourcePlace) -> Diagnostic? {
    guard Vocabulary.words.indices.contains(number), case .app(let call) = Vocabulary.words[number]
    else { return nil }
    return warning("`\(call.definition.name)` is available", call.versions, at: place)
  }

  private func warning(
    _ subject: String, _ versions: SystemVersionRange, at place: SourcePlace
  ) -> Diagnostic? {
    let missing = profiles.compactMap { $0.missing(versions) }
    guard let first = missing.first, missing.count == profiles.count else { return nil }
    return Diagnostic(
      .wordOfOtherSystems, in: place.source, at: place.range, "\(subject) \(first.text)")
  }
}
