// Vectors played into code that listens, through Foundation's notification center.

import Foundation
import LifecycleDriver
import Testing

@Suite("Vectors in people's own tests") @MainActor struct DriverTests {
  /// Counts, as code does that listens.
  @MainActor
  private final class Listener {
    private(set) var names: [String] = []
    private(set) var ticks: [Duration] = []
    private var tokens: [any NSObjectProtocol] = []
    private var ticking: Task<Void, any Error>?

    init(_ process: LifecycleProcess) {
      for name in [
        "UIApplicationDidBecomeActiveNotification", "UIApplicationDidEnterBackgroundNotification",
      ] {
        tokens.append(
          process.notifications.addObserver(
            forName: Notification.Name(name), object: nil, queue: nil
          ) { [weak self] _ in
            MainActor.assumeIsolated { self?.names.append("\(name) in \(process.state)") }
          })
      }
      ticking = Task { [weak self, clock = process.clock] in
        while true {
          try await clock.sleep(for: .seconds(1))
          self?.ticks.append(clock.now.sinceStart)
        }
      }
    }

    isolated deinit { ticking?.cancel() }
  }

  @Test("There are vectors, each with an identifier of its own")
  func all() {
    let vectors = LifecycleVector.all
    #expect(vectors.count > 20)
    #expect(Set(vectors.map { $0.id + ($0.evidence ?? "") }).count == vectors.count)
    #expect(vectors.allSatisfy { $0.result != .invalid && $0.steps?.isEmpty == false })
  }

  @Test("Notifications reach code in the state that it reads", arguments: LifecycleVector.all)
  func states(_ vector: LifecycleVector) async throws {
    try await LifecycleDriver().play(vector) {
      Listener($0)
    } check: { listener, step, process in
      if step.name == "UIApplicationDidEnterBackgroundNotification" {
        #expect(listener.names.last == "\(step.name) in \(process.state)")
      }
    }
  }

  @Test("Nothing of a suspended process runs")
  func suspension() async throws {
    let vector = try #require(
      LifecycleVector.all.first { vector in
        let steps = vector.steps ?? []
        return zip(steps, steps.dropFirst()).contains {
          $0.suspended == true && $1.process == $0.process && $1.kind != .end
            && $1.time - $0.time > 2000
        }
      })
    var spans: [ClosedRange<Int>] = []
    for (step, next) in zip(vector.steps ?? [], (vector.steps ?? []).dropFirst())
    where step.suspended == true && next.process == step.process {
      spans.append(step.time + 1...max(step.time + 1, next.time - 1))
    }
    try await LifecycleDriver().play(vector) {
      Listener($0)
    } check: { listener, _, _ in
      let ticks = listener.ticks.map { Int($0 / .milliseconds(1)) }
      #expect(!ticks.contains { tick in spans.contains { $0.contains(tick) } })
    }
  }

  @Test("A failure names the vector, the step, the rule, and what was met until then")
  func failure() async throws {
    struct Wrong: Error {}
    let vector = try #require(LifecycleVector.all.first { ($0.steps?.count ?? 0) > 4 })
    await #expect {
      try await LifecycleDriver().play(vector) {
        Listener($0)
      } check: { _, step, _ in
        if step.time >= 0, step.kind == .notification { throw Wrong() }
      }
    } throws: { error in
      let text = "\(error)"
      return text.contains(vector.id) && text.contains("Wrong()") && text.contains("→ ")
        && text.contains("rehearse vectors --script")
    }
  }
}
