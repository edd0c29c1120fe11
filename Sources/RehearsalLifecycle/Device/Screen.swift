// What the user has in front. It says which app belongs in the foreground; the processes follow.

/// An app of the system that takes the screen and is not simulated itself.
package enum SystemApp: String, CaseIterable, Hashable, Sendable {
  case phone, messages, calendar, safari, maps
}

/// What is on the screen, below any interruption.
package enum Screen: Hashable, Sendable {
  /// The home screen.
  case homeScreen
  /// An installed app.
  case app(AppIdentifier)
  /// An app of the system.
  case systemApp(SystemApp)
}

/// A call that is under way.
struct PhoneCall: Sendable {
  /// The app that was left for the call and comes back when it is over.
  let returnsTo: AppIdentifier?
  /// Whether it lies over the app that placed it (R040).
  var liesOverApp = false
}
