// The variables of instances: each instance has a set of its own, and the set of one instance at a
// time stands among the globals. Code never names an instance; whoever starts it selects one
// before.

extension MachineState {
  /// Brings the variables of an instance among the globals and keeps those of the one before.
  mutating func selectInstance(_ number: Int) {
    guard number >= 0, number != instance else { return }
    defer { instance = number }
    let count = slots.instance
    guard count > 0 else { return }
    let first = slots.shared
    let missing = (max(number, instance) + 1) * count - instanceVariables.count
    if missing > 0 { instanceVariables += Array(repeating: .absent, count: missing) }
    for index in 0..<count {
      instanceVariables[instance * count + index] = globals[first + index]
      globals[first + index] = instanceVariables[number * count + index]
      // The collector moves what a slot refers to once; nothing stale may stay behind.
      instanceVariables[number * count + index] = .absent
    }
  }
}
