// What a conversation can come back to: the session with everything in it, and the inputs that led
// there. A copy costs next to nothing, so one is kept from before each input.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// An input that was accepted, and what came of it.
struct Input: Sendable {
  /// The text as it was taken.
  let text: String
  /// Where it reads `_`, in UTF-8 offsets.
  let lastValueUses: [SourceRange]
  /// How its value printed where it was shown.
  let shownValue: String?
  /// The records that it led to.
  let records: Range<Int>
  /// The states of all apps before and behind it.
  let states: (before: [ProcessState], after: [ProcessState])
  /// Whether an expectation of it failed, or an app crashed.
  let hasFailed: Bool
}

/// A state of the conversation.
struct Moment: Sendable {
  var session: Session
  /// The inputs since the device was made, and earlier ones that only declare something.
  var inputs: [Input] = []
  /// How many inputs were tried since the beginning; gives each its name.
  var inputCount = 0

  /// The device.
  var device: Device { session.simulation.device }

  /// The states of all apps, by their position on the device.
  var states: [ProcessState] { device.apps.map { device.state(of: $0) } }

  /// Forgets what was done with a device that is gone; declarations stay.
  mutating func forgetDevice() {
    inputs = inputs.compactMap { input in
      let pieces = InputPiece.pieces(of: input.text).filter { !$0.isRun }
      guard !pieces.isEmpty else { return nil }
      return Input(
        text: pieces.map(\.text).joined(separator: "\n"), lastValueUses: [], shownValue: nil,
        records: 0..<0, states: ([], []), hasFailed: false)
    }
  }
}
