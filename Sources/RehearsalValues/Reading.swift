// What the value of a word depends on beside a program's own variables, and what it takes part in.
// Each row of a word says it; a search over the states of a device asks which of them code reaches,
// for what nothing reads need not tell states apart, and what something reads has to be tried.

/// What a word of the host depends on, as its row says.
package enum Reading: Hashable, Sendable {
  /// The moment, as the time since the device was created.
  case clock
  /// The wall clock.
  case date
  /// A time or a span that a search cannot follow to other moments.
  case time
  /// A place by its coordinates.
  case place
  /// The number of a window, which no later window gets.
  case windowNumber
  /// A setting of the device, by its name.
  case setting(String)
  /// A condition of the device that nothing in an exploration changes unless its author says so.
  case condition
  /// The user's answer to a request for permission.
  case permission
  /// Where sound is played.
  case audioRoute
  /// The time that the process has in the background.
  case backgroundTime
  /// In which order apps were used last.
  case orderOfUse
  /// How much memory processes take, for which others end.
  case memory
  /// Whether the process is registered for remote notifications.
  case pushRegistration
  /// Whether the app has set a delegate that it sets itself, by its name.
  case delegate(String)
}
