// Protocols of the literature on timed automata as explorations with timers: how many states and zones they
// have, counted against a search of another kind.

import RehearsalExploration
import TestSupport
import Testing

@Suite("Counts of zones")
struct ZoneCountTests {
  /// Fischer's protocol: who asks writes his number within two seconds, waits two seconds, and enters
  /// if the number is still his.
  static func fischer(_ count: Int, seconds: Int = 2) -> String {
    func list(_ element: String) -> String {
      Array(repeating: element, count: count).joined(separator: ", ")
    }
    let buttons = (0..<count).map { number in
      """
          button "Ask \(number)" { ask(\(number)) }
          button "Write \(number)" { write(\(number)) }
          button "Enter \(number)" { places[\(number)] = "is in" }
          button "Leave \(number)" { places[\(number)] = "is out"; turn = 0 }

      """
    }.joined()
    return """
      app Processes {
          var turn = 0
          var places = [\(list("\"is out\""))]
          var clocks = [\(list("nil"))]
          func ask(i) {
              clocks[i]?.invalidate()
              places[i] = "asks"
              clocks[i] = after(\(seconds)s) { write(i) }
          }
          func write(i) {
              clocks[i].invalidate()
              turn = i + 1
              places[i] = "waits"
              clocks[i] = after(\(seconds)s) { places[i] = "may enter"; clocks[i] = nil }
          }
      \(buttons)}
      explore "Fischer's protocol", environment: [] {
          launch Processes
          choose i in 0..<\(count) where Processes.turn == 0 && Processes.places[i] != "asks" && Processes.places[i] != "is in" {
              touch "Ask \\(i)"
          }
          or i in 0..<\(count) where Processes.places[i] == "asks" { touch "Write \\(i)" }
          or i in 0..<\(count) where Processes.places[i] == "may enter" && Processes.turn == i + 1 {
              touch "Enter \\(i)"
          }
          or i in 0..<\(count) where Processes.places[i] == "is in" { touch "Leave \\(i)" }
          always "one at most is in" { Processes.places.filter { $0 == "is in" }.count < 2 }
      }

      """
  }

  private enum Place { case out, asking, waiting, ready, inside }

  private struct Processes: Hashable {
    var places: [Place]
    var turn = 0

    func moving(_ process: Int, to place: Place, turn: Int? = nil) -> Processes {
      var next = self
      next.places[process] = place
      next.turn = turn ?? next.turn
      return next
    }
  }

  /// The same as an automaton with a clock for each process.
  private static func fischerAutomaton(_ count: Int) -> TimedAutomaton<Processes> {
    TimedAutomaton(
      start: Processes(places: Array(repeating: .out, count: count)),
      clocks: { at in
        at.places.indices.filter { [.asking, .waiting].contains(at.places[$0]) }.map { ($0, 2) }
      },
      moves: { at in
        at.places.enumerated().flatMap { process, place -> [TimedAutomaton<Processes>.Step] in
          var steps: [TimedAutomaton<Processes>.Step] = []
          if at.turn == 0, [.out, .waiting, .ready].contains(place) {
            steps.append((at.moving(process, to: .asking), [process]))
          }
          if place == .asking {
            steps.append((at.moving(process, to: .waiting, turn: process + 1), [process]))
          }
          if place == .ready, at.turn == process + 1 {
            steps.append((at.moving(process, to: .inside), []))
          }
          if place == .inside { steps.append((at.moving(process, to: .out, turn: 0), [])) }
          return steps
        }
      },
      due: { at, process in
        at.places[process] == .asking
          ? (at.moving(process, to: .waiting, turn: process + 1), [process])
          : (at.moving(process, to: .ready), [])
      })
  }

  /// The same as the literature has it, where nothing happens when the time of waiting is over.
  ///
  /// Waiting and being allowed in are one place, and who enters has waited for longer than the bound.
  private static func literaryFischerAutomaton(_ count: Int) -> TimedAutomaton<Processes> {
    TimedAutomaton(
      start: Processes(places: Array(repeating: .out, count: count)),
      clocks: { at in
        at.places.enumerated().compactMap { process, place in
          switch place {
          case .asking: (process, 2)
          case .waiting: (process, nil)
          default: nil
          }
        }
      },
      steps: { at in
        at.places.enumerated().flatMap {
          process, place -> [TimedAutomaton<Processes>.GuardedStep] in
          switch place {
          case .out where at.turn == 0: [((at.moving(process, to: .asking), [process]), [])]
          case .asking:
            [
              (
                (at.moving(process, to: .waiting, turn: process + 1), [process]),
                [.atMost(process, limit: 2)]
              )
            ]
          case .waiting where at.turn == 0:
            [((at.moving(process, to: .asking), [process]), [])]
          case .waiting where at.turn == process + 1:
            [((at.moving(process, to: .inside), []), [.beyond(process, limit: 2)])]
          case .inside: [((at.moving(process, to: .out, turn: 0), []), [])]
          default: []
          }
        }
      })
  }

  @Test(
    "The other search counts Fischer's protocol as the literature does",
    arguments: [(2, 18), (3, 65), (4, 220)] + (TestTier.isThorough ? [(5, 727), (6, 2_378)] : []))
  func literaryCounts(count: Int, zones: Int) {
    #expect(Self.literaryFischerAutomaton(count).zoneCount == zones)
  }

  /// How many states there are, which know in which order the timers were made, with a zone each.
  ///
  /// The literature has 18, 65, 220, 727 and 2,378 zones, since waiting and being allowed in are one
  /// place there, whose clock is let go once it is past the bound. Here a timer ends the waiting: what it
  /// does can be seen, which makes two places of it. The other search has the literature's counts for the
  /// one protocol (above), and ours for the other.
  static let processes: [(count: Int, states: Int, zones: Int)] =
    [(2, 25, 25), (3, 115, 115)]
    + (TestTier.isThorough ? [(4, 599, 599)] : [])

  @Test(
    "Fischer's protocol keeps one out, and has a state for each zone of another search",
    arguments: processes)
  func fischerProtocol(count: Int, states: Int, zones: Int) async throws {
    let result = try await explored(Self.fischer(count))
    #expect(result.verdict == .closed && result.restrictions == [])
    #expect(result.states == states && result.zones == zones)
    #expect(Self.fischerAutomaton(count).zoneCount == states)
  }

  @Test("Fischer's protocol a hundred times as slow has the same states and zones")
  func slowProtocol() async throws {
    let result = try await explored(Self.fischer(2, seconds: 200))
    #expect(result.states == 25 && result.zones == 25)
  }

  @Test("Who waits less than others may take to write is in beside them")
  func brokenProtocol() async throws {
    let text = Self.fischer(2).replacing(
      "after(2s) { places[i] = \"may enter\"", with: "after(1s) { places[i] = \"may enter\"")
    let result = try await explored(text)
    #expect(result.verdict == .violated && result.counterexamples.allSatisfy(\.isReplayed))
  }

  /// Apps that come to the front and go, each with a repeating timer and a time of grace before it is
  /// suspended, all of them variables of one: the device's own life has more places.
  static func lives(_ periods: [Int], grace: Int) -> String {
    func list(_ element: String) -> String {
      Array(repeating: element, count: periods.count).joined(separator: ", ")
    }
    let timers = periods.enumerated().map { number, period in
      "        every(\(period)s) { isOverdue[\(number)] = places[\(number)] == \"suspended\" }\n"
    }.joined()
    let buttons = periods.indices.map { number in
      "    button \"Home \(number)\" { leave(\(number)) }\n"
        + "    button \"Launch \(number)\" { launch(\(number)) }\n"
    }.joined()
    return """
      app Lives {
          var places = [\(list("\"suspended\""))]
          var isOverdue = [\(list("false"))]
          var graces = [\(list("nil"))]
          on didFinishLaunching {
              places[0] = "in front"
      \(timers)        return true
          }
          func leave(i) {
              places[i] = "background"
              graces[i] = after(\(grace)s) { places[i] = "suspended"; graces[i] = nil }
          }
          func launch(i) {
              for other in 0..<places.count { if places[other] == "in front" { leave(other) } }
              graces[i]?.invalidate()
              graces[i] = nil
              places[i] = "in front"
              isOverdue[i] = false
          }
      \(buttons)}
      explore "lives", environment: [] {
          launch Lives
          choose i in 0..<\(periods.count) where Lives.places[i] == "in front" { touch "Home \\(i)" }
          or i in 0..<\(periods.count) where Lives.places[i] != "in front" { touch "Launch \\(i)" }
          always "one at most is in front" { Lives.places.filter { $0 == "in front" }.count < 2 }
      }

      """
  }

  private enum LifePlace { case front, background, suspended }

  private struct Lives: Hashable {
    var places: [LifePlace]
    var isOverdue: [Bool]

    /// The app comes to the front, and who was there leaves it; nil for none that comes.
    func launching(_ app: Int?) -> TimedAutomaton<Lives>.Step {
      var next = self
      let leaving = places.indices.filter { places[$0] == .front }
      for other in leaving { next.places[other] = .background }
      if let app { (next.places[app], next.isOverdue[app]) = (.front, false) }
      return (next, leaving.map { $0 + places.count })
    }
  }

  /// The same as an automaton: the clocks of the timers, then those of the times of grace.
  private static func lifeAutomaton(_ periods: [Int], grace: Int) -> TimedAutomaton<Lives> {
    let count = periods.count
    var start = Lives(
      places: Array(repeating: .suspended, count: count),
      isOverdue: Array(repeating: false, count: count))
    start.places[0] = .front
    return TimedAutomaton(
      start: start,
      clocks: { at in
        periods.enumerated().map { ($0, $1) }
          + at.places.indices.filter { at.places[$0] == .background }.map { ($0 + count, grace) }
      },
      moves: { at in
        at.places.indices.map { at.launching(at.places[$0] == .front ? nil : $0) }
      },
      due: { at, clock in
        var next = at
        guard clock < count else {
          next.places[clock - count] = .suspended
          return (next, [])
        }
        next.isOverdue[clock] = at.places[clock] == .suspended
        return (next, [clock])
      })
  }

  /// Periods and times of grace with their counts of states and zones, and the zones of the other search:
  /// everything a hundred times as long has the same.
  ///
  /// The literature's way of counting has 5, 5, 58, 496, 448 and 554 zones. Here the beginning is a state of
  /// its own. What is done comes before what is due, and not at its moment. Timers of one cause keep their
  /// distance, which is part of the state, and are due together in one step. And states know in which order
  /// what is due was scheduled, which the other search does not: in that order it comes where two causes meet.
  static let periods: [(periods: [Int], grace: Int, counts: [Int], others: Int)] = {
    let table: [(periods: [Int], counts: [Int], others: Int)] =
      [
        ([10], [6, 6], 5), ([600], [6, 6], 5), ([10, 10], [27, 27], 10),
        ([10, 7], [465, 465], 462),
      ]
      + (TestTier.isThorough
        ? [([600, 420], [417, 417], 410), ([10, 10, 10], [147, 147], 39)] : [])
    return table.flatMap { row in
      [1, 100].map { factor in
        (row.periods.map { $0 * factor }, 3 * factor, row.counts, row.others)
      }
    }
  }()

  @Test("Widening timers and times of grace adds no state and no zone", arguments: periods)
  func lives(periods: [Int], grace: Int, counts: [Int], others: Int) async throws {
    let result = try await explored(Self.lives(periods, grace: grace))
    #expect(result.verdict == .closed && result.restrictions == [])
    #expect([result.states, result.zones] == counts)
    #expect(Self.lifeAutomaton(periods, grace: grace).zoneCount == others)
  }

  /// Trains at a gate: who approaches is stopped while another is on its way; each phase takes a time
  /// between two bounds.
  static func trains(_ count: Int) -> String {
    let buttons = (0..<count).map {
      "    button \"Approach \($0)\" { approach(\($0)) }\n    button \"Go \($0)\" { next(\($0)) }\n"
    }.joined()
    let away = Array(repeating: "\"is away\"", count: count).joined(separator: ", ")
    return """
      app Railway {
          var places = [\(away)]
          var queue = []
          var mayGo = false
          var least = nil
          var most = nil
          func approach(i) {
              queue.append(i)
              if queue.count > 1 { places[i] = "is stopped" } else { move(i, "approaches", 10s, 20s) }
          }
          func move(i, place, first, last) {
              places[i] = place
              mayGo = false
              least = after(first) { mayGo = true; least = nil }
              most = after(last) { next(i) }
          }
          func next(i) {
              least?.invalidate()
              most?.invalidate()
              least = nil
              most = nil
              mayGo = false
              if places[i] != "crosses" { return move(i, "crosses", 3s, 5s) }
              places[i] = "is away"
              queue.removeFirst()
              if !queue.isEmpty { move(queue[0], "starts", 7s, 15s) }
          }
      \(buttons)}
      explore "trains at a gate", environment: [] {
          launch Railway
          choose i in 0..<\(count) where Railway.places[i] == "is away" { touch "Approach \\(i)" }
          or i in 0..<\(count) where Railway.mayGo && Railway.queue[0] == i { touch "Go \\(i)" }
          always "one at most crosses" { Railway.places.filter { $0 == "crosses" }.count < 2 }
      }

      """
  }

  private enum Phase: Int { case approaching, starting, crossing }

  private struct Trains: Hashable {
    /// The trains that are on their way or stopped, in the order of their coming.
    var queue: [Int] = []
    var phase = Phase.approaching
    var mayGo = false

    /// The first one goes on.
    var next: Trains {
      phase == .crossing
        ? Trains(
          queue: Array(queue.dropFirst()), phase: queue.count > 1 ? .starting : .approaching)
        : Trains(queue: queue, phase: .crossing)
    }
  }

  private static func trainAutomaton(_ count: Int) -> TimedAutomaton<Trains> {
    let limits = [(10, 20), (7, 15), (3, 5)]
    return TimedAutomaton(
      start: Trains(),
      clocks: { at in
        let (least, most) = limits[at.phase.rawValue]
        return at.queue.isEmpty ? [] : [(0, at.mayGo ? most : least)]
      },
      moves: { at in
        let coming = (0..<count).filter { !at.queue.contains($0) }.map {
          train -> TimedAutomaton<Trains>.Step in
          at.queue.isEmpty
            ? (Trains(queue: [train]), [0])
            : (Trains(queue: at.queue + [train], phase: at.phase, mayGo: at.mayGo), [])
        }
        return coming + (at.mayGo ? [(at.next, [0])] : [])
      },
      due: { at, _ in
        at.mayGo
          ? (at.next, [0]) : (Trains(queue: at.queue, phase: at.phase, mayGo: true), [])
      })
  }

  @Test("Trains at a gate have the zones of another search", arguments: [(2, 25), (3, 91)])
  func trainsAtGate(count: Int, zones: Int) async throws {
    let result = try await explored(Self.trains(count))
    #expect(result.verdict == .closed && result.states == zones && result.zones == zones)
    #expect(Self.trainAutomaton(count).zoneCount == zones)
  }
}
