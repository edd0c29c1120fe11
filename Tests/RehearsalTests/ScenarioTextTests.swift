// Scenarios that tools write: what is printed of a stimulus is read back as the same one, whatever its
// verb and its arguments; and what shortening leaves out.

import RehearsalSyntax
import RehearsalValues
import Testing

@testable import Rehearsal
@testable import RehearsalLifecycle

@Suite("Text of scenarios")
struct ScenarioTextTests {
  /// Values of a domain, the first of each kind of text.
  private static func values(_ domain: ActionDomain) -> [ScriptValue] {
    switch domain {
    case .app, .appOrControl: []
    case .symbol(let names): names.map { .symbol($0) }
    case .text, .control, .value: [.string("a \"quoted\" \\(1) \\ text\n\t\u{0}…")]
    case .metres: [.double(600), .double(0.5)]
    case .degrees: [.double(-52.25), .double(13)]
    case .locale: [.string("pt-BR")]
    case .size: [.integer(250 << 20), .integer(100_001)]
    case .window: [.integer(1)]
    case .payload:
      [
        .map(named: []),
        .map(named: [
          ("from", .string("Anna")), ("aps", .map(named: [("badge", .integer(-1))])),
          ("list", .list([.nil, .boolean(true), .double(0.5), .symbol("a")])),
        ]),
      ]
    case .truth: [.boolean(true), .boolean(false)]
    case .opener: [.string("Mail"), .string("com.example.mail")]
    case .date: [.string("2026-06-01 12:00")]
    case .timeZone: [.string("UTC-5")]
    }
  }

  /// What is done with an action: with all arguments, with each of the optional ones alone, and with none
  /// of them.
  private static func stimuli(_ action: Action) -> [Stimulus] {
    let app = AppIdentifier(0)
    let parameters = action.parameters.filter { $0.domain != .app && $0.domain != .appOrControl }
    let takesApp = action.parameters.contains { $0.domain == .app || $0.domain == .appOrControl }
    let lists = parameters.map { values($0.domain) }
    var all: [[ScriptValue]] = []
    for count in 0..<(lists.map(\.count).max() ?? 1) {
      let whole = lists.map { $0[min(count, $0.count - 1)] }
      all.append(whole)
      let required = zip(parameters, whole).map { $0.isOptional ? ScriptValue.nil : $1 }
      all.append(required)
      for (number, parameter) in parameters.enumerated() where parameter.isOptional {
        var some = required
        some[number] = whole[number]
        all.append(some)
      }
    }
    // Where one parameter stands for others, one of both sides is given.
    all.removeAll { values in
      let replaced = zip(parameters, values).filter { $0.0.alternative != nil }
      guard let name = replaced.first?.0.alternative,
        let other = parameters.firstIndex(where: { $0.name == name })
      else { return false }
      let given = replaced.count { $0.1 != .nil }
      return values[other] == .nil ? given < replaced.count : given > 0
    }
    // A control alone, or an app and its control.
    if action.parameters.contains(where: { $0.domain == .appOrControl }) {
      all.removeAll { $0.contains(.nil) }
      return all.flatMap { [Stimulus(action.action, app, $0), Stimulus(action.action, nil, $0)] }
    }
    return all.map { Stimulus(action.action, takesApp ? app : nil, $0) }
  }

  private static let settings: [Stimulus] = {
    let app = AppIdentifier(0)
    let device: [DeviceSettingChange] =
      [BackgroundRefresh.available, .denied, .restricted].map { .backgroundRefresh($0) }
      + [true, false].flatMap {
        [.lowPowerMode($0), .airplaneMode($0), .bluetooth($0), .alwaysOnDisplay($0)]
      }
      + IncomingCallStyle.allCases.map { .incomingCalls($0) }
      + AlertStyle.allCases.map { .alertStyle($0) }
    let apps: [AppSettingChange] =
      [.backgroundRefresh(.denied), .notifications(false), .language("de")]
      + LocationPermission.allCases.map { .location($0) }
      + [.key("a \"key\"", .list([.integer(1)])), .key("k", nil)]
    let conditions: [ConditionChange] =
      [.batteryLevel(0.5), .proximityState(true), .freeStorage(5 << 30), .freeStorage(100_001)]
      + BatteryState.allCases.map { .batteryState($0) }
      + ThermalState.allCases.map { .thermalState($0) }
      + [.iCloudAccount(nil), .iCloudAccount("a@example.com")]
    return device.map { .setting($0) } + apps.map { .appSetting(app, $0) }
      + conditions.map { .condition($0) }
  }()

  @Test("What is printed of a stimulus is read back as the same, for every verb and parameter")
  func printAndParse() throws {
    let stimuli =
      ActionTable.actions.filter(\.isVerb).flatMap(Self.stimuli) + Self.settings
    let scenarios = stimuli.enumerated().map { number, stimulus in
      ScenarioText(
        "\(number)", [.stimulus(stimulus, on: stimulus.app.map { _ in "Notes" })]
      ).text
    }
    let text =
      "app Notes { button \(Self.values(.text)[0]) { } }\napp Mail { }\n"
      + scenarios.joined(separator: "\n")
    let script = Script(SourceText(name: "all", text))
    try #require(script.isRunnable, "\(script.diagnostics.map(\.message))")
    var session = try script.session()
    var read: [Int: Record] = [:]
    var number = -1
    session.run { event in
      switch event {
      case .scenarioBegan: number += 1
      case .record(let record) where record.kind == .stimulus && read[number] == nil:
        read[number] = record
      default: break
      }
    }
    for (number, stimulus) in stimuli.enumerated() {
      let record = try #require(read[number], "\(scenarios[number])")
      guard case .stimulus(stimulus.name) = record.subject else {
        Issue.record("\(scenarios[number])")
        continue
      }
      #expect(record.app == stimulus.app, "\(scenarios[number])")
      #expect(record.arguments == stimulus.recordedArguments, "\(scenarios[number])")
    }
    #expect(Set(stimuli.map(\.name)) == Set(ActionName.allCases))
  }

  @Test("Shortening keeps what is needed, and asks little")
  func shortening() {
    var questions = 0
    let isStill: ([Int]) -> Bool = { rest in
      questions += 1
      return rest.contains(3) && rest.contains(40)
    }
    let needed = Array(0..<64).shortened(keeping: { $0 == 7 }, while: isStill)
    #expect(needed == [3, 7, 40])
    #expect(questions < 40)
    #expect([1, 2, 3].shortened { _ in true } == [])
    #expect([Int]().shortened { _ in true } == [])
  }
}
