// The life of a case, for reports that show pictures: what the recorder gets from it step by
// step, with the places of the script that led to its records, and where on the way something failed.

import Rehearsal
import RehearsalLifecycle
import RehearsalPictures
import RehearsalSyntax

/// The life of a case.
package struct CaseLife: Sendable {
  /// The life.
  package let life: Life
  /// Where the statement or the handler of a record is, by the record's index.
  package let places: [Int: SourcePlace]
  /// When each failure of the case was noted, in their order.
  package let failures: [LifeMoment]
  /// The handlers of the script's apps.
  package let handlers: [HandlerPlaces.Handler]
}

/// Follows the session of a case that runs.
struct CaseLifeWatch {
  private var recorder = LifeRecorder()
  private var handlers: HandlerPlaces?
  private var places: [Int: SourcePlace] = [:]
  private var failures: [LifeMoment] = []
  private var actCount: Int

  /// Prepares to follow a session some of whose acts are not of this case.
  init(actCount: Int = 0) { self.actCount = actCount }

  /// Notes the result of a step, and charges the session for what is kept of it.
  mutating func note(_ session: inout Session) {
    handlers = handlers ?? HandlerPlaces(session)
    for act in (session.acts ?? []).dropFirst(actCount) {
      guard case .stimulus = act.kind, let place = act.calls.first?.place else { continue }
      places[act.record] = place
    }
    actCount = session.acts?.count ?? 0
    recorder.note(session.simulation)
    session.watchedBytes = recorder.bytes + (places.count + actCount) * Self.bytesOfAPlace
  }

  /// What an act takes, or the place of a record.
  private static let bytesOfAPlace = 128

  /// Notes that something failed after what was noted.
  mutating func noteFailure() { failures.append(recorder.now) }

  /// What was noted, as the life of a case.
  var caseLife: CaseLife {
    let life = recorder.life
    var places = places
    for record in life.records {
      if let place = handlers?.place(of: record) { places[record.index] = place }
    }
    return CaseLife(
      life: life, places: places, failures: failures, handlers: handlers?.handlers ?? [])
  }
}
