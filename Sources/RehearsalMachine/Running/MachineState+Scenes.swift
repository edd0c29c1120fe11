// The variables of scenes: each scene has a set of its own, and the set of one scene at a time
// stands among the globals. Code never names a scene; whoever starts it selects one before.

extension MachineState {
  /// Brings the variables of a scene among the globals and keeps those of the one before.
  mutating func selectScene(_ number: Int) {
    guard number >= 0, number != scene else { return }
    defer { scene = number }
    let count = unit.sceneVariableNames.count
    guard count > 0 else { return }
    let first = unit.globalNames.count
    let missing = (max(number, scene) + 1) * count - sceneVariables.count
    if missing > 0 { sceneVariables += Array(repeating: .absent, count: missing) }
    for index in 0..<count {
      sceneVariables[scene * count + index] = globals[first + index]
      globals[first + index] = sceneVariables[number * count + index]
      // The collector moves what a slot refers to once; nothing stale may stay behind.
      sceneVariables[number * count + index] = .absent
    }
  }
}
