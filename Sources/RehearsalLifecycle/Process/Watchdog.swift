// What the watchdog guards: pieces of main-thread work that must be over in time (R111). Each names
// the budget that kills and, where the contract is shorter, the budget that only gives advice.

/// A piece of main-thread work that the watchdog guards.
package enum Watchdog: String, CaseIterable, Hashable, Sendable {
  case launch, backgroundLaunch, activation, deactivation, didEnterBackground, termination
  case eventHandling

  /// The budget after which the process is killed.
  var limit: Budget {
    switch self {
    case .launch: .launch
    case .backgroundLaunch: .backgroundLaunch
    case .activation: .activation
    case .deactivation: .deactivation
    case .didEnterBackground: .didEnterBackground
    case .termination: .willTerminate
    case .eventHandling: .eventHandling
    }
  }

  /// The budget after which the contract is broken without punishment; nil when there is none.
  var contract: (budget: Budget, advice: Advice)? {
    switch self {
    case .launch: (.launchContract, .launchIsSlow)
    case .didEnterBackground: (.didEnterBackgroundContract, .didEnterBackgroundIsSlow)
    default: nil
    }
  }

  /// The rule that the kill is recorded under.
  var rule: RuleNumber {
    switch self {
    case .launch, .backgroundLaunch: .R109
    case .activation: .R110
    case .deactivation, .eventHandling: .R111
    case .didEnterBackground: .R055
    case .termination: .R076
    }
  }

  /// What did not end in time, for people.
  var work: String {
    switch self {
    case .launch, .backgroundLaunch: "launching"
    case .activation: "becoming active"
    case .deactivation: "leaving the foreground"
    case .didEnterBackground: "didEnterBackground"
    case .termination: "willTerminate"
    case .eventHandling: "answering the user's event"
    }
  }
}

/// A watchdog that counts.
struct ArmedWatchdog: Sendable {
  let watchdog: Watchdog
  let armed: VirtualTime
  let event: EventIdentifier
  /// The record that the kill or the advice is caused by.
  let cause: Int?
  /// Whether the contract's advice was given, so that the event speaks of the limit.
  var contractIsOver: Bool
}
