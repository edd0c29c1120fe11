// Going back and forth: a moment is a value, so taking an input back, naming a moment and coming
// back to it are exchanges of values; nothing is played again.

import Rehearsal
import RehearsalLifecycle

extension Console {
  /// Takes inputs back, with everything that they did.
  mutating func goBack(_ count: Int) -> Answer {
    guard !past.isEmpty else { return refusal("there is nothing to take back") }
    guard count <= past.count else {
      return refusal("only \(past.count) inputs can be taken back, not \(count)")
    }
    let later = moment
    moment = past[past.count - count]
    past.removeLast(count)
    var what = count == 1 ? "one step" : "\(count) steps"
    if count == 1, later.inputs.count == moment.inputs.count + 1, let input = later.inputs.last {
      what = "`\(Self.firstLine(input.text))`"
    }
    return .accepted("took back \(what); \(whereabouts)\n")
  }

  /// Names this moment.
  mutating func fork(_ line: CommandLine) -> Answer {
    guard !line.rest.isEmpty else {
      guard !forks.isEmpty else {
        return .accepted("no moment has a name; `:fork name` names one\n")
      }
      return .accepted(
        forks.map { "  \($0.name)  \(whereabouts(in: $0.moment))\n" }.joined())
    }
    guard line.words.count == 1 else { return refusal("a name is one word") }
    forks.removeAll { $0.name == line.rest }
    forks.append((line.rest, moment))
    return .accepted("`\(line.rest)` is this moment; `:switch \(line.rest)` comes back to it\n")
  }

  /// Goes to a named moment; `:back` comes back from there.
  mutating func switchTo(_ name: String) -> Answer {
    guard let target = forks.first(where: { $0.name == name })?.moment else {
      return unknownFork(name)
    }
    past.append(moment)
    let count = moment.inputCount
    moment = target
    // Places of errors name inputs by their numbers, which must not come twice.
    moment.inputCount = max(count, target.inputCount)
    return .accepted("at `\(name)`: \(whereabouts)\n")
  }

  /// What differs between two moments.
  func diff(_ names: [String]) -> Answer {
    guard (1...2).contains(names.count) else {
      return refusal("`:diff` takes the names of one or two moments; `:fork name` names one")
    }
    var moments: [Moment] = []
    for name in names {
      guard let found = forks.first(where: { $0.name == name })?.moment else {
        return unknownFork(name)
      }
      moments.append(found)
    }
    let other = moments.count == 2 ? moments[1] : moment
    let difference = MomentDifference(
      from: moments[0], to: other, names: (names[0], names.count == 2 ? names[1] : "now"))
    return .accepted(difference.text)
  }

  private func unknownFork(_ name: String) -> Answer {
    let known = forks.map { "`\($0.name)`" }.joined(separator: ", ")
    return refusal(
      "no moment is named `\(name)`; "
        + (known.isEmpty ? "`:fork name` names this one" : "there are \(known)"))
  }

  /// Makes the device afresh, or everything.
  mutating func reset(_ what: String) -> Answer {
    guard what.isEmpty || what == "all" else {
      return refusal("`:reset` takes nothing, or `all`")
    }
    past.append(moment)
    if what == "all" {
      guard
        let fresh = Session(
          promptOf: host.scripts, limits: moment.session.limits, cancellation: host.interruption)
      else { return refusal("there is no new session to be had") }
      moment = Moment(session: fresh, inputCount: moment.inputCount)
      return .accepted("everything is forgotten; `:back` brings it back\n")
    }
    moment.session.resetDevice()
    moment.forgetDevice()
    return .accepted(
      "a fresh \(deviceName), with all apps installed; variables keep their values\n")
  }

  // MARK: - Words

  private var whereabouts: String { whereabouts(in: moment) }

  /// The time and the apps that run, in words.
  private func whereabouts(in moment: Moment) -> String {
    let running = moment.device.apps.compactMap { app -> String? in
      let state = moment.device.state(of: app)
      guard state != .notRunning, let name = moment.device.description(of: app)?.name else {
        return nil
      }
      return "\(name) \(state.rawValue)"
    }
    let apps = running.isEmpty ? "nothing runs" : running.joined(separator: ", ")
    return "it is \(moment.device.now.clockText), \(apps)"
  }

  private static func firstLine(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count < text.count ? line + " …" : String(line)
  }
}
