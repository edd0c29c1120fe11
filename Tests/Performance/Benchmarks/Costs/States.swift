// States as values: keeping one, going back to it, and telling whether two are the same. Target:
// 10 µs for all three, of a machine with 2,000 values.

private let count = 1000

func registerStates() {
  register("save, change, restore and identity of 2,000 values", count: count) {
    try PreparedMachine(
      """
      var values = []
      for i in 0..<2000 { values.append(i) }
      let change = { values[0] += 1 }
      """, function: "change")
  } run: { prepared in
    let identity = prepared.machine.identity()
    for _ in 0..<count {
      let saved = prepared.machine
      prepared.machine.start(prepared.function)
      guard case .finished = prepared.machine.run() else { throw Unprepared(reason: "no change") }
      prepared.machine = saved
      guard prepared.machine.identity() == identity else {
        throw Unprepared(reason: "not restored")
      }
    }
  }
}
