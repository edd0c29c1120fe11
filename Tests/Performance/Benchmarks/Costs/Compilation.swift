// From text to code: a generated script of 10,000 lines, as people write them. Target: a million
// lines a minute, 60 µs for one.

import Rehearsal
import RehearsalSyntax

private let lineCount = 10_000

func registerCompilation() {
  register("lex, parse, check and compile: one line of 10,000", count: lineCount) {
    SourceText(name: "benchmark.rehearsal", generatedScript())
  } run: { source in
    let script = Script(source)
    guard script.isRunnable else {
      throw Unprepared(reason: "\(script.diagnostics.prefix(3).map(\.message))")
    }
  }
}

/// A script of some `lineCount` lines: functions, apps and scenarios in turn, no two alike.
private func generatedScript() -> String {
  var text = ""
  var lines = 0
  var number = 0
  while lines < lineCount {
    let block = (0..<4).map { function(number * 4 + $0) }.joined() + app(number)
    text += block
    lines += block.count(where: \.isNewline)
    number += 1
  }
  return text
}

private func function(_ number: Int) -> String {
  """
  // Part \(number): how much is left of it.
  func part\(number)(list, limit = \(number)) {
      var total = 0
      for item in list.map({ x in ["index": x, "value": x * 2] }) {
          if item.index % 2 == 0 && total < limit { total += item.value } else { total -= 1 }
      }
      return total > 0 ? "part \\(total) of \\(limit)" : "none"
  }


  """
}

private func app(_ number: Int) -> String {
  """
  app App\(number) {
      info { memory: \(number % 100 + 1)MB }
      var visits = 0
      var notes = []
      on didFinishLaunching(options) {
          notes = disk["notes"] ?? []
          return true
      }
      on didBecomeActive { visits += 1 }
      on didEnterBackground {
          let task = beginBackgroundTask("save \(number)") { id in endBackgroundTask(id) }
          perform(2s) {
              disk["notes"] = notes
              endBackgroundTask(task)
          }
      }
      button "Add" { notes.append("note \\(notes.count) of \(number)") }
  }

  scenario "App\(number) keeps its notes" {
      launch App\(number)
      touch "Add"
      press .home
      advance 5s
      expect App\(number).state == .suspended, "it has \\(App\(number).notes.count)"
      expect part\(number)([1, 2, 3]) != nil
  }


  """
}
