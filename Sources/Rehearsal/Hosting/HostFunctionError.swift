// How a verb, a member of the outside or a function of an embedder rejects a script's call, beside what
// `RehearsalScriptedApps` has for both sides.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension HostFunctionError {
  /// An argument of a host function that is of another type than its body takes.
  init(
    mismatchIn position: Int, of function: HostFunction, _ type: any ScriptConvertible.Type,
    _ value: ScriptValue, printed text: String
  ) {
    let parameter =
      function.parameters.indices.contains(position)
      ? "`\(function.parameters[position].name)` of " : ""
    let complaint = type.complaint(about: value).map { "; " + $0 } ?? ""
    self.init(
      .typeMismatch,
      "\(parameter)`\(function.name)` takes \(type.scriptTypeName), not \(text)\(complaint)")
  }

  /// A history whose beginning is not kept any more.
  static func history(
    _ what: String, of app: String, _ limit: LimitName, _ limits: RunLimits
  ) -> HostFunctionError {
    HostFunctionError(
      .heapLimit,
      "the first \(what) of \(app) are gone: \(limits[limit]) are kept, the limit "
        + "`\(limit.rawValue)`")
  }

  /// A request that the simulation cannot carry out.
  init(_ error: SimulationError) {
    switch error {
    case .unknownApp: self.init(.invalidArgument, "the device has no such app")
    case .duplicateName(let name):
      self.init(.invalidArgument, "the device has an app named \(name) already")
    case .notInstalled(let app):
      self.init(.appNotRunning, "\(app) is not installed; install it first")
    case .mainActorNeeded(let app):
      self.init(
        .invalidArgument,
        "the code of \(app) is isolated to the main actor: run the script there, as in a test that "
          + "is marked `@MainActor`")
    case .unknownControl(let label, let known):
      let meant = Suggestion.closest(to: label, among: known)
      let hint =
        meant.map { "; did you mean \"\($0.word)\"?" }
        ?? (known.isEmpty
          ? "; no app on the device declares a button"
          : "; there are " + known.map { "\"\($0)\"" }.joined(separator: ", "))
      self.init(.invalidArgument, "there is no button \"\(label)\"" + hint)
    case .invalidArgument:
      self.init(.invalidArgument, "an argument of the action has the wrong type")
    case .negativeSpan(let span):
      self.init(.durationOutOfRange, "time does not go back: \(TimeSpan(span)) is negative")
    case .clockOverflow:
      self.init(.clockOverflow, "that time is beyond the end of the clock")
    case .tooMuchMemory(let limit): self = .memoryLimit(limit)
    case .tooManyEventsAtOneInstant(let limit, let time):
      self.init(
        .instantLimit,
        "the instant \(time) does not end: it had \(limit) events, the limit "
          + "`eventsAtOneInstant`")
    }
  }
}
