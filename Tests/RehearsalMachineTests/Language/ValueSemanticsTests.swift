// Lists and maps are values: programs that would see it if two holders shared one by mistake.

import Testing

@testable import RehearsalMachine

@Suite struct ValueSemanticsTests {
  @Test func assigningPassingAndReturningCopies() throws {
    try expectOutput(
      """
      var a = [1, [2]]
      var b = a
      b[1].append(3)
      b[0] = 0
      func change(l) { var m = l; m[1][0] = 9; return m }
      let c = change(a)
      func same(l) { return l }
      var d = same(a)
      d.append(4)
      print(a, b, c, d)
      """, "[1, [2]] [0, [2, 3]] [1, [9]] [1, [2], 4]")
  }

  @Test func nestedPlacesAreCopiedAlongThePath() throws {
    try expectOutput(
      """
      var m = ["a": ["b": [1, 2]], "c": 0]
      let before = m
      let inner = m.a
      let list = m.a.b
      m.a.b[0] = 9
      m["a"]["x"] = [m]
      m.a.b.append(3)
      print(m)
      print(before, inner, list)
      m.a.x[0].a.b[1] = 7
      print(m.a.x[0].a.b, before.a.b, m.a.b)
      """,
      #"["a": ["b": [9, 2, 3], "x": [["a": ["b": [9, 2]], "c": 0]]], "c": 0]"#,
      #"["a": ["b": [1, 2]], "c": 0] ["b": [1, 2]] [1, 2]"#, "[9, 7] [1, 2] [9, 2, 3]")
  }

  @Test func whatIsTakenOutIsACopy() throws {
    try expectOutput(
      """
      var l = [[1], [2], [3]]
      var first = l.first
      var last = l.last
      var middle = l[1]
      var slice = l[0..<2]
      var back = l.reversed()
      var plus = l + l
      var kept = l.filter { $0[0] > 1 }
      var sorted = l.sorted { $0[0] > $1[0] }
      var mapped = l.map { $0 }
      first.append(8)
      last.append(8)
      middle.append(8)
      slice[0].append(8)
      back[0].append(8)
      plus[0].append(8)
      plus[3].append(7)
      kept[0].append(8)
      sorted[0].append(8)
      mapped[0].append(8)
      print(l)
      l[0].append(5)
      l[1].append(5)
      l[2].append(5)
      print(first, last, middle, slice, back, plus, kept, sorted, mapped)
      var m = ["a": [1]]
      var values = m.values
      values[0].append(2)
      let removed = m.remove("a")
      m.a = removed
      m.a.append(3)
      print(m, values, removed)
      """,
      "[[1], [2], [3]]",
      "[1, 8] [3, 8] [2, 8] [[1, 8], [2]] [[3, 8], [2], [1]] "
        + "[[1, 8], [2], [3], [1, 7], [2], [3]] [[2, 8], [3]] [[3, 8], [2], [1]] "
        + "[[1, 8], [2], [3]]",
      #"["a": [1, 3]] [[1, 2]] [1]"#)
  }

  @Test func aValueMayHoldItself() throws {
    try expectOutput(
      """
      var l = [1]
      l.append(l)
      l[0] = l
      l += [l]
      print(l)
      var m = [:]
      m.m = m
      m.m.m = m
      m["k"] = m.m
      print(m)
      l.insert(l, at: 1)
      print(l.count, l[1].count)
      """,
      "[[1, [1]], [1], [[1, [1]], [1]]]",
      #"["m": ["m": ["m": [:]]], "k": ["m": ["m": [:]]]]"#, "4 3")
  }

  @Test func loopsAndConditionsBindCopies() throws {
    try expectOutput(
      """
      var l = [[1], [2]]
      for x in l { var y = x; y.append(0); l[0].append(x[0]) }
      print(l)
      if let f = l.first { var g = f; g.append(9); l[0] = [7]; print(f, g) }
      for (k, v) in ["a": [1]] { var w = v; w.append(k); print(v, w) }
      for e in ["a": [1]] { var w = e; w.value.append(2); print(e, w) }
      func optional(m) {
        guard let x = m["x"] else { return "none" }
        var y = x
        y[0] = 0
        return x
      }
      print(optional(["x": [5]]), optional([:]))
      """,
      "[[1, 1, 2], [2]]", "[1, 1, 2] [1, 1, 2, 9]", #"[1] [1, "a"]"#,
      #"["key": "a", "value": [1]] ["key": "a", "value": [1, 2]]"#, "[5] none")
  }

  @Test func globalsAndCapturesAreHolders() throws {
    try expectOutput(
      """
      var g = [1]
      func take() { return g }
      func grow(l) { g.append(l.count); return l }
      let h = take()
      g.append(2)
      print(g, h, grow(g), g)
      func keep() {
        let local = [1]
        let f = { local }
        var copy = local
        copy.append(2)
        var again = f()
        again.append(3)
        return [local, copy, again, f()]
      }
      print(keep())
      let defaults = [[]]
      func useDefault(l = defaults) { var m = l; m[0].append(1); return m }
      print(useDefault(), useDefault(), defaults)
      """,
      "[1, 2] [1] [1, 2] [1, 2, 2]", "[[1], [1, 2], [1, 3], [1]]", "[[1]] [[1]] [[]]")
  }

  @Test func indicesAreEvaluatedBeforeThePlaceIsRead() throws {
    try expectOutput(
      """
      var log = []
      var l = [0, 0, 0]
      func at(i) { log.append(i); l.append(i); return i }
      l[at(0)] = at(5)
      l[at(1)] += at(6)
      print(l, log)
      var m = [:]
      func drop() { m = ["fresh": [1]]; return "fresh" }
      m["old"] = 1
      m[drop()].append(2)
      print(m)
      var x = 1
      func set() { x = 10; return 5 }
      x += set()
      print(x)
      x = x + set()
      print(x)
      """,
      "[5, 6, 0, 0, 5, 1, 6] [0, 5, 1, 6]", #"["fresh": [1, 2]]"#, "15", "20")
  }

  /// Random changes of nested values against copies that were printed before.
  @Test func copiesNeverChange() throws {
    try expectOutput(
      """
      var state = 12345
      func next(n) { state = (state * 1103515245 + 12345) % 2147483648; return state / 65536 % n }
      var live = [[1], ["a": [2]], [[3], [4]]]
      var copies = []
      var texts = []
      for step in 0..<300 {
        let i = next(live.count)
        let what = next(8)
        if what == 0 { copies.append(live); texts.append(string(live)) }
        if what == 1 { live.append(live[i]) }
        if what == 2 && type(of: live[i]) == "List" { live[i].append(step) }
        if what == 3 && type(of: live[i]) == "List" { live[i] = live[i] + [step] }
        if what == 4 && type(of: live[i]) == "Map" { live[i]["a"].append(step) }
        if what == 5 && type(of: live[i]) == "Map" { live[i]["k\\(step % 12)"] = live.first }
        if what == 6 && live.count > 6 { live.remove(at: i) }
        if what == 7 && type(of: live[0]) == "List" && !live[0].isEmpty { live[0][0] = [step] }
      }
      var wrong = 0
      for i in 0..<copies.count { if string(copies[i]) != texts[i] { wrong += 1 } }
      print(copies.count > 10, wrong)
      """, "true 0")
  }
}
