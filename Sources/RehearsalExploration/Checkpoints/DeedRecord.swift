// Deeds as a checkpoint keeps them: by names and numbers that mean the same in another process.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

/// A deed as a checkpoint keeps it.
struct DeedRecord: Codable, Sendable {
  /// What was done.
  private enum Action: Codable {
    case alternative(Int)
    case environment(row: String, name: String, app: Int?, arguments: [ValueRecord], text: String)
    case advance(nanoseconds: Int64)
  }

  private let action: Action
  private let ways: [Int]

  init(_ deed: Deed) {
    ways = deed.ways
    switch deed.action {
    case .alternative(let number): action = .alternative(number)
    case .environment(let done):
      action = .environment(
        row: done.row.rawValue, name: done.stimulus.name.rawValue,
        app: done.stimulus.app.map { Int($0.index) },
        arguments: done.stimulus.arguments.map(ValueRecord.init), text: done.text)
    case .advance(let span): action = .advance(nanoseconds: span.nanoseconds)
    }
  }

  /// The deed in an exploration; nil where it cannot be one of that.
  func deed(in world: ExplorationWorld) -> Deed? {
    switch action {
    case .alternative(let number):
      guard world.exploration.alternatives.indices.contains(number) else { return nil }
      return Deed(action: .alternative(number), ways: ways)
    case .environment(let row, let name, let app, let arguments, let text):
      let apps = world.session.simulation.device.apps
      let identifier = app.flatMap { index in apps.first { Int($0.index) == index } }
      guard let row = EnvironmentRow(rawValue: row), let name = ActionName(rawValue: name),
        (identifier != nil) == (app != nil)
      else { return nil }
      let stimulus = Stimulus(name, identifier, arguments.map(\.value))
      return Deed(
        action: .environment(EnvironmentAction(row: row, stimulus: stimulus, text: text)),
        ways: ways)
    case .advance(let nanoseconds):
      return Deed(action: .advance(TimeSpan(nanoseconds: nanoseconds)), ways: ways)
    }
  }
}

/// A value of plain data as a checkpoint keeps it.
indirect enum ValueRecord: Codable, Sendable {
  case none
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case duration(Int64)
  case symbol(String)
  case list([ValueRecord])
  case map(keys: [ValueRecord], values: [ValueRecord])
  case range(lower: ValueRecord, upper: ValueRecord, isClosed: Bool)

  /// Keeps a value; what is no plain data is kept as nil.
  init(_ value: ScriptValue) {
    switch value {
    case .nil, .function, .handle, .object: self = .none
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .duration(let nanoseconds): self = .duration(nanoseconds)
    case .symbol(let name): self = .symbol(name)
    case .list(let elements): self = .list(elements.map(ValueRecord.init))
    case .map(let entries):
      self = .map(
        keys: entries.map { ValueRecord($0.key) }, values: entries.map { ValueRecord($0.value) })
    case .range(let lower, let upper, let isClosed):
      self = .range(lower: ValueRecord(lower), upper: ValueRecord(upper), isClosed: isClosed)
    }
  }

  /// The value.
  var value: ScriptValue {
    switch self {
    case .none: .nil
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .duration(let nanoseconds): .duration(nanoseconds)
    case .symbol(let name): .symbol(name)
    case .list(let elements): .list(elements.map(\.value))
    case .map(let keys, let values):
      .map(zip(keys, values).map { ScriptValue.Entry($0.value, $1.value) })
    case .range(let lower, let upper, let isClosed):
      .range(lower: lower.value, upper: upper.value, isClosed: isClosed)
    }
  }
}
