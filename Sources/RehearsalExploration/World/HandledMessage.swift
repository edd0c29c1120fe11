// The messages that handlers of scripts answer, for searches that say which of them never ran.

import Rehearsal
import RehearsalCode
import RehearsalLifecycle

/// A message that a handler answered.
struct HandledMessage: Hashable, Sendable {
  let app: AppIdentifier
  let message: Message
}

extension Session {
  /// The handlers of messages in the code of some apps of the script.
  ///
  /// - Parameter numbers: The numbers of the apps in the script.
  /// - Returns: The handlers by their names, and the apps' where there are several, with the messages
  ///   that each answers.
  func handlers(
    ofUnits numbers: some Collection<Int>
  ) -> [(name: String, messages: [HandledMessage])] {
    numbers.flatMap { number -> [(name: String, messages: [HandledMessage])] in
      guard let app = app(numbered: UInt64(number)) else { return [] }
      let unit = program.units[number]
      return unit.handlers.compactMap { handler in
        let messages = Message.allCases.filter { $0.definition.handler == handler.name }
        let name = numbers.count > 1 ? "\(unit.name).\(handler.name)" : handler.name
        return messages.isEmpty
          ? nil : (name, messages.map { HandledMessage(app: app, message: $0) })
      }
    }
  }

  /// What handlers answered from a record on.
  ///
  /// - Complexity: O(*n*) in the number of records.
  func messagesHandled(since index: Int) -> Set<HandledMessage> {
    var handled: Set<HandledMessage> = []
    simulation.history.forEach(since: index) { record in
      if case .message(let message) = record.subject, record.handled == true, let app = record.app {
        handled.insert(HandledMessage(app: app, message: message))
      }
    }
    return handled
  }
}
