// Sheets of the system that an app asks for: purchases, payments and signing in (R146). They are
// questions like those for permissions, each with a pair of messages; leaving cancels them.

import RehearsalValues

extension InterruptionKind {
  /// What a version has to have for the sheet; nil for what is no sheet of the system.
  var sheet: Feature? {
    switch self {
    case .purchase: .purchases
    case .applePay: .applePay
    case .signIn: .signInSheets
    default: nil
    }
  }
}

extension Permissions {
  /// An app asks for a sheet; only the app in front gets one, and the others are answered with no.
  fileprivate mutating func ask(
    _ kind: InterruptionKind, dialogs: Int, _ name: String, by id: ProcessIdentifier,
    _ callback: CallbackIdentifier, _ kernel: inout Kernel
  ) {
    guard kernel.isAlive(id) else { return }
    var refusal: RefusalReason?
    if kind.sheet.map(kernel.has) != true { refusal = .noSuchSheet }
    if kernel.read(id, { $0.targetState }) == .background { refusal = refusal ?? .appIsNotInFront }
    if let refusal {
      kernel.record(refusal: refusal, app: id.app, cause: kernel.cause)
      return kernel.enqueue(.answerPrompt(callback, false), for: id, cause: kernel.cause)
    }
    let record = kernel.record(
      .assertion(.sheetRequested), of: id, rule: .R146, cause: kernel.cause,
      details: .text(name))
    ask(
      Prompt(
        kind: kind, permission: nil, process: id, callback: callback, cause: record,
        dialogs: max(1, dialogs)), &kernel)
  }
}

// MARK: - For app code

/// What an app asks of the system's sheets.
extension AppContext {
  /// Asks the user to buy something.
  ///
  /// - Parameters:
  ///   - product: What is bought, for people.
  ///   - dialogs: How many dialogs the system shows one after the other; at least one.
  ///   - callback: Delivered once with whether the user agreed to all of them. It ends with that
  ///     delivery and the process.
  package func purchase(_ product: String, dialogs: Int, callback: CallbackIdentifier) {
    ask { parts, kernel in
      parts.services.permissions.ask(
        .purchase, dialogs: dialogs, "purchase of " + product, by: process, callback, &kernel)
    }
  }

  /// Asks the user to pay with Apple Pay; the callback is delivered as for a purchase.
  package func requestPayment(callback: CallbackIdentifier) {
    ask { parts, kernel in
      parts.services.permissions.ask(
        .applePay, dialogs: 1, "payment", by: process, callback, &kernel)
    }
  }

  /// Asks the user to sign in; the callback is delivered as for a purchase.
  package func signIn(callback: CallbackIdentifier) {
    ask { parts, kernel in
      parts.services.permissions.ask(.signIn, dialogs: 1, "sign-in", by: process, callback, &kernel)
    }
  }
}
