// The commands that move between checkpoints: `:back`, `:fork`, `:switch`, `:diff`, `:reset`. A
// checkpoint is a value, so each is an exchange of values; nothing is run again.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

extension Console {
  /// Takes inputs back, with everything that they did.
  mutating func goBack(_ count: Int) -> Answer {
    guard !undoStack.isEmpty else { return refusal("there is nothing to undo") }
    guard count <= undoStack.count else {
      return refusal("only \(undoStack.count) inputs can be undone, not \(count)")
    }
    let later = current
    current = undoStack[undoStack.count - count]
    forgetCheckpoints(count)
    var what = count == 1 ? "one step" : "\(count) steps"
    if count == 1, later.inputs.count == current.inputs.count + 1, let input = later.inputs.last {
      what = "`\(Self.firstLine(input.text))`"
    }
    return .accepted("undid \(what); \(statusText)\n")
  }

  /// Names the current checkpoint; without a name, lists the named ones.
  mutating func fork(_ line: CommandInput) -> Answer {
    guard !line.rest.isEmpty else {
      guard !forks.isEmpty else {
        return .accepted("there are no saved states; `:fork name` saves one\n")
      }
      return .accepted(
        forks.map { "  \($0.name.printableLine)  \(statusText(of: $0.checkpoint))\n" }.joined())
    }
    guard line.words.count == 1 else { return refusal("a name is one word") }
    let fork = Fork(line.rest, current)
    let others = forks.filter { $0.name != line.rest }
    guard others.reduce(fork.bytes, { $0 + $1.bytes }) <= current.session.limits[.memory] else {
      return refusal(
        "the saved states would take more than the limit `memory`; use the name of one of them to "
          + "replace it")
    }
    forks = others + [fork]
    return .accepted(
      "saved as `\(line.rest)`; `:switch \(line.rest)` returns to it\n".printable)
  }

  /// Goes to a named checkpoint; `:back` comes back from there.
  mutating func switchTo(_ name: String) -> Answer {
    guard let fork = forks.first(where: { $0.name == name }) else { return unknownFork(name) }
    let target = fork.checkpoint
    remember(current)
    for checkpoint in fork.past { remember(checkpoint) }
    let count = current.inputCount
    current = target
    // Places of errors name inputs by their numbers, which must not come twice.
    current.inputCount = max(count, target.inputCount)
    return .accepted("at `\(name)`: \(statusText)\n")
  }

  /// What differs between two checkpoints.
  func diff(_ names: [String]) -> Answer {
    guard (1...2).contains(names.count) else {
      return refusal("`:diff` takes the names of one or two saved states; `:fork name` saves one")
    }
    var checkpoints: [Checkpoint] = []
    for name in names {
      guard let found = forks.first(where: { $0.name == name })?.checkpoint else {
        return unknownFork(name)
      }
      checkpoints.append(found)
    }
    let other = checkpoints.count == 2 ? checkpoints[1] : current
    let difference = CheckpointDifference(
      from: checkpoints[0], to: other, names: (names[0], names.count == 2 ? names[1] : "now"))
    return .accepted(wrapped(difference.text))
  }

  private func unknownFork(_ name: String) -> Answer {
    let known = forks.map { "`\($0.name)`" }.joined(separator: ", ")
    return refusal(
      "no saved state is named `\(name)`; "
        + (known.isEmpty ? "`:fork name` saves one" : "there are \(known)"))
  }

  /// Makes a new device, or a new session.
  mutating func reset(_ what: String) -> Answer {
    guard what.isEmpty || what == "all" else {
      return refusal("`:reset` takes nothing, or `all`")
    }
    remember(current)
    if what == "all" {
      guard
        let fresh = Session(
          promptOf: host.scripts, limits: current.session.limits, cancellation: host.interruption)
      else { return refusal("a new session cannot be started") }
      current = Checkpoint(session: fresh, inputCount: current.inputCount)
      return .accepted("this is a new session; `:back` restores the old one\n")
    }
    current.session.resetDevice()
    current.forgetDevice()
    return .accepted(
      "a new \(deviceName), with all apps installed; variables keep their values\n")
  }

  /// Goes back to before the input that led to the last end of a process.
  mutating func rewind() -> Answer {
    let history = current.history
    guard let end = history.records().last(where: { $0.kind == .exit }) else {
      return refusal("no process has ended yet")
    }
    var root = end
    while let cause = root.cause.flatMap({ history[$0] }) { root = cause }
    guard let number = current.inputs.lastIndex(where: { $0.records.contains(root.index) }),
      current.inputs.count - number <= undoStack.count
    else { return refusal("the input that caused the end can no longer be undone") }
    let name = end.app.flatMap { current.device.description(of: $0)?.name } ?? ""
    let text = Self.firstLine(current.inputs[number].text)
    guard case .accepted(let status) = goBack(current.inputs.count - number) else {
      return refusal("the input that caused the end can no longer be undone")
    }
    return .accepted(
      "`\(text)` caused the end of \(name) (\(end.name)); this is the state before it\n" + status)
  }

  /// Puts another input in the place of an earlier one, and plays those after it again.
  mutating func redo(_ line: CommandInput) -> Answer {
    guard let word = line.words.first, let count = Int(word), count > 0,
      case let input = line.rest.dropFirst(word.count).trimmed, !input.isEmpty
    else { return refusal("`:redo` takes a number, 1 for the last input, and another input") }
    let later = self
    guard count <= undoStack.count, count <= current.inputs.count,
      undoStack[undoStack.count - count].inputs.count == current.inputs.count - count
    else { return refusal("that input cannot be undone") }
    let rest = current.inputs.suffix(count - 1).map(\.text)
    let show = host.show
    current = undoStack[undoStack.count - count]
    current.inputCount = later.current.inputCount
    forgetCheckpoints(count)
    host.show = nil
    defer { host.show = show }
    for text in [input] + rest {
      if case .refused(let reason) = evaluate(text) {
        self = later
        return .refused(
          reason + "`\(Self.firstLine(text))` is then refused, so nothing was changed\n")
      }
    }
    let difference = CheckpointDifference(
      from: later.current, to: current, names: ("before", "now"))
    return .accepted(wrapped(difference.text))
  }

  // MARK: - Status

  private var statusText: String { statusText(of: current) }

  /// The time and the apps that run, in words.
  private func statusText(of checkpoint: Checkpoint) -> String {
    let running = checkpoint.device.apps.compactMap { app -> String? in
      let state = checkpoint.device.state(of: app)
      guard state != .notRunning, let name = checkpoint.device.description(of: app)?.name else {
        return nil
      }
      return "\(name) \(state.rawValue)"
    }
    let apps = running.isEmpty ? "no app runs" : running.joined(separator: ", ")
    return "it is \(checkpoint.device.now.clockText), \(apps)"
  }

  static func firstLine(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.printableLine + (line.count < text.count ? " …" : "")
  }
}
