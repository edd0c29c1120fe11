// The promises of the prompt: an input that is refused changes nothing that the prompt shows, what can
// be taken back leaves no trace in it, and the same lines are answered the same way.

import Rehearsal
import RehearsalPrompt
import RehearsalSyntax

enum PromptTarget {
  /// What can be entered besides a script.
  static let commands = [
    ":help ", ":apps", ":state", ":state A", ":trace", ":timeline", ":step", ":step 3", ":back",
    ":back 2", ":fork a", ":switch a", ":diff a", ":why", ":why A", ":rules", ":device os 12",
    ":what press .home", ":each advance 1s; press .home", ":across 12 17", ":until killed",
    ":until now > 5s", ":rewind", ":redo 1 launch A", ":expect", ":expect 1", ":record r", ":storm",
    ":time press .home", ":set explain on", ":set lines 3", ":reset", ":reset all",
  ]

  static func check(_ source: SourceText) {
    guard var console = Console(limits: MachineTarget.limits),
      var twin = Console(limits: MachineTarget.limits)
    else { broken("there is no console") }
    let text = String(decoding: source.bytes, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(40) {
      let prompt = console.hasPendingInput ? nil : console.prompt
      let answer = console.submit(String(line))
      if answer != twin.submit(String(line)) { broken("two consoles answer differently: \(line)") }
      switch answer {
      case .refused(let text):
        if let prompt, console.prompt != prompt { broken("what is refused changes the prompt") }
        if text.isEmpty { broken("what is refused is refused without a word") }
      case .quit: return
      case .incomplete, .accepted, .edit: break
      }
    }
  }
}
