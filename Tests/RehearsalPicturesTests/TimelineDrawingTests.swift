// Drawings of lives with characters: everything fits the width, and what ended or failed is told.

import RehearsalLifecycle
import RehearsalPictures
import RehearsalSyntax
import RehearsalText
import RehearsalValues
import Testing

@Suite("Timelines drawn with characters")
struct TimelineDrawingTests {
  /// Code that holds a background task from the first touch on.
  private struct Holder: AppCode {
    mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
      if case .control = delivery {
        _ = context.beginBackgroundTask(name: "save 漢字", expiration: nil)
      }
      return .returned(.nil)
    }
    mutating func resume(in context: AppContext) -> CodeProgress { .returned(.nil) }
    func digest(
      into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
    ) {}
  }

  /// A life in which an app is killed again and again, days between the times.
  private func life(rounds: Int, days: Int64 = 0) throws -> Life {
    var simulation = Simulation(profile: Profile(system: SystemVersion(17)))
    let app = try simulation.install(
      AppDescription(name: "漢字 Notes", controls: ["Save"]), handling: MessageSet()
    ) { Holder() }
    for _ in 0..<rounds {
      for stimulus in [Stimulus.launch(app), .touch(nil, control: "Save"), .press(.home)] {
        _ = try simulation.apply(stimulus)
      }
      try simulation.advance(to: try simulation.end(of: .seconds(40)))
      try simulation.advance(to: try simulation.end(of: .hours(24 * days)))
    }
    var recorder = LifeRecorder()
    recorder.note(simulation)
    return recorder.life
  }

  private func text(_ drawing: TimelineDrawing) -> String {
    drawing.lines.map { $0.map(\.text).joined() + "\n" }.joined()
  }

  @Test("No line is wider than asked for", arguments: [28, 40, 60, 100, 200])
  func fits(_ width: Int) throws {
    for (rounds, days) in [(1, Int64(0)), (1, 3), (2, 400), (30, 0)] {
      let life = try life(rounds: rounds, days: days)
      let drawing = TimelineDrawing(
        life, failures: [TimelineDrawing.Failure(time: life.end.time, text: "it is so")],
        width: width)
      for line in drawing.lines {
        let text = line.map(\.text).joined()
        // A word that is too long stands alone, in the last column of the words.
        let isLongWord = text.split(separator: " ").contains { $0.terminalColumns > width / 2 }
        #expect(text.terminalColumns <= width || isLongWord, "\(width): \(text)")
      }
    }
  }

  @Test("Ends and failures are told, however many moments there are")
  func tellsWhatFailed() throws {
    let life = try life(rounds: 60)
    let failures = (0..<5).compactMap { VirtualTime(nanoseconds: $0 * 400_000_000_000) }.map {
      TimelineDrawing.Failure(time: $0, text: "failed at \($0.clockText)")
    }
    let text = text(TimelineDrawing(life, failures: failures, width: 80))
    #expect(text.split(separator: "✕ ended").count - 1 == 60)
    #expect(text.split(separator: "✗ failed at").count - 1 == 5)
    #expect(text.contains("moments are left out"))
    #expect(text.contains("Not to scale"))
  }

  @Test("It says what is to scale, and folds what is long")
  func saysItsScale() throws {
    let short = text(TimelineDrawing(try life(rounds: 1), width: 80))
    #expect(short.contains("Time is to scale") && !short.contains("⋯"))
    let long = text(TimelineDrawing(try life(rounds: 1, days: 3), width: 80))
    #expect(long.contains("⋯"))
    #expect(long.contains("3d 0:00:40.000"))
  }

  @Test("Below each other stands what has one column, wide characters or not")
  func aligns() throws {
    let lines = text(TimelineDrawing(try life(rounds: 1), width: 80)).split(separator: "\n")
    let states = try #require(lines.first { $0.contains("█") })
    let task = try #require(lines.first { $0.contains("├") })
    // The task is begun while the app is active, and ends with it.
    let end = try #require(states.firstIndex(of: "✕"))
    #expect(states[...end].terminalColumns == task.terminalColumns)
    #expect(task.contains("“save 漢字”") || task.contains("…"))
  }
}
