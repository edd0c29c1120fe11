// Temporary.
import Testing
import Foundation
@testable import RehearsalLifecycle
struct DebugLife {
  @Test func debugLife() throws {
    let env = ProcessInfo.processInfo.environment
    let range = (UInt64(env["FROM"] ?? "1")!)...(UInt64(env["TO"] ?? "60")!)
    let depth = Int(env["DEPTH"] ?? "25")!
    var kinds: [String: Int] = [:]
    for seed in range {
      var world = RandomWorld(seed: seed)
      var simulation = Simulation(profile: world.profile())
      var apps: [AppIdentifier] = []
      for name in ["A", "B", "C"] {
        let app = world.app(name)
        let codeSeed = world.random.next()
        apps.append(try simulation.install(app) { RoamingCode(seed: codeSeed) })
      }
      func report(_ text: String) {
        let key = text.replacingOccurrences(of: "[0-9]+", with: "#", options: .regularExpression).replacingOccurrences(of: "[ABC] ", with: "X ", options: .regularExpression)
        kinds[key, default: 0] += 1
        if kinds[key]! > 1 { return }
        print("SEED \(seed) iOS \(simulation.device.profile.system) \(simulation.device.profile.model) quirks \(simulation.device.profile.quirks): \(text)")
        for r in simulation.device.trace.records().suffix(depth) {
          print("   \(r.index) \(r.time) app\(r.app.map { "\($0.index)" } ?? "-") sc\(r.scene.map { "\($0.number)" } ?? "-") \(r.kind) \(r.name) \(r.subject) \(r.state.map { "\($0)" } ?? "") \(r.rule.map { "\($0)" } ?? "") <-\(r.cause ?? -1) \(r.arguments.prefix(1)) \(r.detail)")
        }
      }
      outer: for number in 0..<250 {
        let stimulus = world.stimulus(for: apps)
        do { _ = try simulation.apply(stimulus) }
        catch SimulationError.notInstalled {} catch SimulationError.unknownControl {}
        catch { report("THROWN \(error)"); break outer }
        let v = simulation.device.checkInvariants()
        if !v.isEmpty { report("\(v.map(\.text)) after \(number) \(stimulus)"); break outer }
        let end = simulation.device.now.after(world.pause())
        do {
        while try simulation.stepOnce(notAfter: end) {
          let v = simulation.device.checkInvariants()
          if !v.isEmpty { report("\(v.map(\.text)) later after \(number)"); break outer }
        }
        try simulation.advance(to: end)
        } catch { report("THROWN \(error)"); break outer }
      }
      var states: [AppIdentifier: ProcessState] = [:]
      for r in simulation.device.trace.records() {
        if r.kind != .refusal, r.name != "taskSubmitted", simulation.device.profile.system >= 7, let rule = r.rule.flatMap(RuleBook.rule), !rule.versions.contains(simulation.device.profile.system) {
          kinds["RULE \(rule.number) \(rule.versions) on \(simulation.device.profile.system.major) \(r.name)", default: 0] += 1
        }
        guard let app = r.app else { continue }
        let state = states[app] ?? .notRunning
        switch r.subject {
        case .state(let new, let old):
          if old != state { report("STATE \(old) but \(state) at \(r.index)") }
          states[app] = new
        case .message, .notification, .callback, .action, .log:
          if state == .suspended || state == .notRunning { report("TOLD \(r.name) in \(state) at \(r.index)") }
          if r.state?.processState != state && state != .prewarmed { report("READS \(r.name) \(r.state.map { "\($0)" } ?? "nil") in \(state) at \(r.index)") }
        default: break
        }
      }
    }
    for (k, n) in kinds.sorted(by: { $0.value > $1.value }) { print("KIND \(n) \(k)") }
  }
}
