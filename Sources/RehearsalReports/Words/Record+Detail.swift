// What a record says besides its name, in words: the one text that scripts, timelines and
// explanations show. Records themselves hold no words but those of apps and scripts.

import RehearsalLifecycle

extension Record {
  /// What there is to say besides the name, such as a log's text, the reason of a refusal or the
  /// name of a task; empty where there is nothing.
  public var detail: String {
    switch subject {
    case .advice(let advice): advice.text
    case .refusal(let reason): reason.text(refusalCircumstance)
    case .assertion(.audioStopped): "The app does not declare the background mode audio."
    default: textOfDetails
    }
  }

  private var refusalCircumstance: RefusalCircumstance {
    if case .refusal(let circumstance) = details { circumstance } else { .none }
  }

  private var textOfDetails: String {
    switch details {
    case .none, .refusal: ""
    case .text(let text): text
    case .launch(let reason): reason.rawValue
    case .assertion(let kind): kind.name
    case .timeLeft(let span, let kind): "\(span) of \(kind?.name ?? "running time") are left."
    case .answer(let message): message.name
    case .failedTask: "It has no expiration handler, so the task has failed."
    case .task(let name, let isLate):
      isLate
        ? "“\(name)” was begun too late to be granted."
        : "No running time is left for “\(name)”."
    case .resource(let kind, let name): kind.rawValue + (name.isEmpty ? "" : " “\(name)”")
    case .end(let circumstance): circumstance.text
    }
  }
}
