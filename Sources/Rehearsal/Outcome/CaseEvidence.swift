// What one playing of a scenario came across, which its judgement and that of its file rest on.

import RehearsalLifecycle

/// What one playing of a scenario evaluated and encountered, the statements before it included.
package struct CaseEvidence: Hashable, Sendable {
  /// The numbers of the expectations that were evaluated.
  package internal(set) var expectations: Set<Int> = []
  /// How apps ended.
  package internal(set) var ends: Set<ExitReason> = []
  /// The names of the apps that ended for their own fault, as the header permits.
  package internal(set) var permittedEnds: Set<String> = []
  /// The names of the apps whose sound the device stopped.
  package internal(set) var stoppedAudio: Set<String> = []
  /// The requests that the task scheduler did not permit.
  var refusedRequests: Set<RefusedRequest> = []
  /// The apps that a verb was about.
  var addressed: Set<AppIdentifier> = []
  /// The apps of which was asked what happened to them in a block, and nothing had.
  var bystanders: Set<AppIdentifier> = []
  /// How apps ended for their own fault in blocks that ask for another end.
  var otherEnds: Set<OtherEnd> = []
  /// Verbs that ended an app in a block that asks whether it ends so, as calls.
  var endsByVerbs: Set<String> = []
  /// Which verbs offered an app something that it never asks for, and did not reach it later either.
  var unheard: Set<UnheardVerb> = []

  /// A request that the task scheduler did not permit.
  struct RefusedRequest: Hashable, Sendable {
    let app: AppIdentifier
    let identifier: String
  }

  /// An end in a block that asks for another one.
  struct OtherEnd: Hashable, Sendable {
    let app: AppIdentifier
    let asked, reason: ExitReason
  }

  /// A verb that cannot reach its app as that is declared, or as the device is.
  struct UnheardVerb: Hashable, Sendable {
    let app: AppIdentifier
    let stimulus: Stimulus
    /// The verb as a call, and why it reaches no app.
    let call, reason: String
  }
}
