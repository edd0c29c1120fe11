// What help says of the words of the grammar: how each is written, and what it does. The words
// themselves are the language's table; a word that is added there is missed here by the compiler.

import RehearsalSyntax

extension Keyword {
  /// How the word is used, and what it does.
  var help: (usage: String, meaning: String) {
    switch self {
    case .func: ("func name(a, b = 2) { … }", "Declares a function.")
    case .let: ("let name = value", "Declares a constant.")
    case .var: ("var name = value", "Declares a variable.")
    case .if: ("if condition { … } else { … }", "Chooses by a condition, or by `let x = value`.")
    case .else: ("if condition { … } else { … }", "Begins what happens otherwise.")
    case .guard: ("guard condition else { return }", "Leaves unless a condition holds.")
    case .while: ("while condition { … }", "Repeats as long as a condition holds.")
    case .for: ("for x in list { … }", "Goes through a list, a map, a range or a string.")
    case .in: ("for x in list { … }", "Stands before what is gone through, and in closures.")
    case .return: ("return value", "Ends a function, a closure or a handler with a value.")
    case .break: ("break", "Ends the loop.")
    case .continue: ("continue", "Goes on with the next turn of the loop.")
    case .expect:
      ("expect condition, \"why\"", "Checks a condition, and shows its parts where it fails.")
    case .within:
      ("expect condition within 5s", "Lets time pass until a condition holds, at most so long.")
    case .throughout:
      ("expect condition throughout 5s", "Lets time pass and checks a condition all along.")
    case .true, .false: (rawValue, "A Bool.")
    case .nil: ("nil", "No value.")
    case .import: ("import \"common.rehearsal\"", "Brings in the declarations of another script.")
    case .choose, .or: (rawValue, "Is reserved and has no meaning yet.")
    }
  }
}

extension ContextualWord {
  /// How the word is used, and what it does.
  var help: (usage: String, meaning: String) {
    switch self {
    case .app: ("app Notes { … }", "Declares an app and puts it on the device.")
    case .device: ("device { os: 17, memory: 2GB }", "Says which device is simulated.")
    case .scenario: ("scenario \"title\" { … }", "A test, which runs on a device of its own.")
    case .explore, .always: (rawValue, "Is reserved and has no meaning yet.")
    case .info: ("app Notes { info { memory: 80MB } }", "Holds the entries of an Info.plist.")
    case .scene: ("app Notes { scene { on willConnect { … } } }", "Holds the code of scenes.")
    case .view: ("app Notes { view { on viewDidLoad { … } } }", "Holds the code of the first view.")
    case .button: ("app Notes { button \"Type\" { … } }", "A control that `touch` finds.")
    case .on: ("app Notes { on didBecomeActive { … } }", "Handles a message of the system.")
    }
  }
}
