// The calls about notifications that the user sees, and about what the system asks on an app's behalf.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension AppCall {
  /// Notifications that come later, their actions, registration, sheets and the network.
  package static let notifications: [AppCall] = scheduling + asking

  private static let asking: [AppCall] = [
    AppCall(
      "registerForRemoteNotifications", reads: [.pushRegistration], [],
      versions: .from(3), "Registers for remote notifications; a message gives the result."
    ) { _, _, context in
      context.registerForRemoteNotifications()
      return .value(.nil)
    },
    AppCall(
      "unregisterForRemoteNotifications", reads: [], [],
      versions: .from(3), "Unregisters for remote notifications."
    ) { _, _, context in
      context.unregisterForRemoteNotifications()
      return .value(.nil)
    },
    AppCall(
      "purchase", reads: [],
      [
        .init("product", .text), .init("dialogs", .number, isOptional: true, isNamed: true),
        .init("completion", .function, ignoresResult: true),
      ], versions: .from(3), "Asks the user to buy something; the closure gets the result."
    ) { app, word, context throws(HostFunctionError) in
      let product = try app.machine.text(0, of: word)
      let dialogs =
        app.machine.hasArgument(1)
        ? try app.machine.argument(1, of: word, "a number of dialogs from 1 to 10") {
          if case .integer(let count) = $0, (1...10).contains(count) { Int(count) } else { nil }
        } : 1
      let callback = CallbackIdentifier(try app.machine.function(2, of: word).number)
      context.purchase(product, dialogs: dialogs, callback: callback)
      return .value(.nil)
    }.giving(.nothing, passing: [.boolean]),
    AppCall(
      "requestPayment", reads: [], [.init("completion", .function, ignoresResult: true)],
      versions: .from(8), "Asks the user to pay with Apple Pay; the closure gets the result."
    ) { app, word, context throws(HostFunctionError) in
      context.requestPayment(
        callback: CallbackIdentifier(try app.machine.function(0, of: word).number))
      return .value(.nil)
    }.giving(.nothing, passing: [.boolean]),
    AppCall(
      "signIn", reads: [], [.init("completion", .function, ignoresResult: true)],
      versions: .from(11), "Asks the user to sign in; the closure gets the result."
    ) { app, word, context throws(HostFunctionError) in
      context.signIn(callback: CallbackIdentifier(try app.machine.function(0, of: word).number))
      return .value(.nil)
    }.giving(.nothing, passing: [.boolean]),
    AppCall("isNetworkAvailable", reads: [], isProperty: true, "Whether the device has a network.")
    {
      _, _, context in .value(.boolean(context.isNetworkAvailable))
    }.giving(.boolean),
  ]

  private static let scheduling: [AppCall] = [
    AppCall(
      "scheduleNotification", reads: [],
      [
        .init("id", .text), .init("after", .span, isOptional: true, isNamed: true),
        .init("at", .text, isOptional: true, isNamed: true),
        .init("region", .text, isOptional: true, isNamed: true),
        .init("repeats", .truth, isOptional: true, isNamed: true),
        .init("category", .text, isOptional: true, isNamed: true),
        .init("body", .text, isOptional: true, isNamed: true),
      ], versions: .from(4), "Schedules a notification after a time, at a date or for a region."
    ) { app, word, context throws(HostFunctionError) in
      let identifier = try app.machine.text(0, of: word)
      let trigger = try app.trigger(of: word)
      let repeats = app.machine.hasArgument(4) ? try app.machine.truth(4, of: word) : false
      let category = app.machine.hasArgument(5) ? try app.machine.text(5, of: word) : nil
      let body = app.machine.hasArgument(6) ? try app.machine.text(6, of: word) : nil
      try DeviceAPIError.translated { () throws(DeviceAPIError) in
        try context.scheduleNotification(
          identifier, trigger, repeats: repeats, category: category, body: body)
      }
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "cancelNotification", reads: [], [.init("id", .text)], versions: .from(4),
      "Cancels a scheduled notification."
    ) { app, word, context throws(HostFunctionError) in
      context.cancelNotification(try app.machine.text(0, of: word))
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "pendingNotifications", reads: [], isProperty: true,
      "The scheduled notifications that were not delivered yet, as maps."
    ) { _, _, context in .value(.list(context.pendingNotifications.map(\.scriptValue))) }.giving(
      .list(.map(nil))),
    AppCall(
      "setNotificationActions", reads: [],
      [
        .init("category", .text), .init("actions"),
        .init("customDismiss", .truth, isOptional: true, isNamed: true),
      ], versions: .from(8),
      "Declares the actions of a category of notifications, each with its options."
    ) { app, word, context throws(HostFunctionError) in
      let name = try app.machine.text(0, of: word)
      let actions = try app.machine.argument(
        1, of: word, "a map from actions to lists of .foreground and .authenticationRequired"
      ) { NotificationCategory.actions(of: $0) }
      let tells = app.machine.hasArgument(2) ? try app.machine.truth(2, of: word) : false
      context.setNotificationActions(
        NotificationCategory(actions: actions, tellsOfDismissal: tells), of: name)
      return .value(.nil)
    }.giving(.nothing),
  ]
}

extension ScriptedApp {
  /// What a notification waits for: exactly one of the three is given.
  fileprivate mutating func trigger(
    of word: HostFunction
  ) throws(HostFunctionError) -> NotificationTrigger {
    let given = (1...3).filter { machine.hasArgument($0) }
    guard given.count == 1, let position = given.first else {
      throw HostFunctionError(
        .invalidArgument,
        "a notification has one trigger: `after: 1h`, `at: \"2026-06-01 12:00\"` or "
          + "`region: \"name\"`")
    }
    switch position {
    case 1: return .after(Duration(try machine.span(1, of: word)))
    case 2: return .at(try machine.text(2, of: word))
    default: return .region(try machine.text(3, of: word))
    }
  }
}

extension NotificationCategory {
  /// The actions that a map of lists of symbols declares; nil for anything else.
  fileprivate static func actions(
    of value: ScriptValue
  ) -> [(String, [NotificationActionOption])]? {
    guard case .map(let entries) = value else { return nil }
    var actions: [(String, [NotificationActionOption])] = []
    for entry in entries {
      guard case .string(let name) = entry.key, case .list(let symbols) = entry.value else {
        return nil
      }
      let options = symbols.compactMap { symbol in
        if case .symbol(let name) = symbol { NotificationActionOption(rawValue: name) } else { nil }
      }
      guard options.count == symbols.count else { return nil }
      actions.append((name, options))
    }
    return actions
  }
}

extension PendingNotification {
  /// The notification as scripts see it.
  package var scriptValue: ScriptValue {
    var interval: TimeSpan?
    var region: String?
    switch trigger {
    case .after(let duration): interval = repeats ? TimeSpan(duration) : nil
    case .at: break
    case .region(let name): region = name
    }
    return .map(
      named: [
        ("id", .string(identifier)), ("due", due.map { .span($0.spanSinceStart) }),
        ("interval", interval.map { .span($0) }), ("region", region.map { .string($0) }),
        ("repeats", .boolean(repeats)), ("category", category.map { .string($0) }),
        ("body", body.map { .string($0) }),
      ])
  }
}
