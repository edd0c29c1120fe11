// The library's functions that call back, in the language itself: a closure in them may work, wait
// or ask like any other code, and the machine can be paused and copied in the middle.

import RehearsalSyntax

/// The part of the library that is written in the language.
enum LibraryPrelude {
  /// The functions below, read once for all scripts.
  static let parsed = Parser.parse(SourceText(name: "library", source))

  /// The functions that implement members; the receiver is the first argument.
  static let functionNames: [(member: CoreMember, function: String)] = [
    (.map, "__map"), (.filter, "__filter"), (.reduce, "__reduce"), (.sorted, "__sorted"),
    (.compactMap, "__compactMap"), (.flatMap, "__flatMap"), (.forEach, "__forEach"),
    (.allSatisfy, "__allSatisfy"), (.contains, "__contains"), (.containsWhere, "__contains"),
    (.indexWhere, "__index"), (.first, "__first"), (.last, "__last"), (.removeAll, "__remaining"),
    (.min, "__min"), (.max, "__max"), (.mapValues, "__mapValues"),
    (.compactMapValues, "__compactMapValues"),
  ]

  /// The functions that implement members of maps as maps; all others are given the entries of a
  /// map, as a list of maps `["key": …, "value": …]`.
  static let functionNamesOfMaps: [(member: CoreMember, function: String)] = [
    (.filter, "__filterEntries"), (.mapValues, "__mapValues"),
    (.compactMapValues, "__compactMapValues"),
  ]

  /// The merge sort below is stable, and its steps depend on the count alone, so that it comes to
  /// an end whatever the comparison says.
  static let source = """
    func __map(list, transform) {
      var result = []
      for element in list { result.append(transform(element)) }
      return result
    }

    func __filter(list, isIncluded) {
      var result = []
      for element in list {
        if isIncluded(element) { result.append(element) }
      }
      return result
    }

    func __remaining(list, isRemoved) {
      var result = []
      for element in list {
        if !isRemoved(element) { result.append(element) }
      }
      return result
    }

    func __compactMap(list, transform) {
      var result = []
      for element in list {
        if let value = transform(element) { result.append(value) }
      }
      return result
    }

    func __flatMap(list, transform) {
      var result = []
      for element in list { result += transform(element) }
      return result
    }

    func __forEach(list, body) {
      for element in list { body(element) }
    }

    func __allSatisfy(list, predicate) {
      for element in list {
        if !predicate(element) { return false }
      }
      return true
    }

    func __contains(list, predicate) {
      for element in list {
        if predicate(element) { return true }
      }
      return false
    }

    func __index(list, predicate) {
      var index = 0
      for element in list {
        if predicate(element) { return index }
        index += 1
      }
      return nil
    }

    func __first(list, predicate) {
      for element in list {
        if predicate(element) { return element }
      }
      return nil
    }

    func __last(list, predicate) {
      for element in list.reversed() {
        if predicate(element) { return element }
      }
      return nil
    }

    func __min(list, areInOrder) {
      var best = list.first
      for element in list.dropFirst() {
        if areInOrder(element, best) { best = element }
      }
      return best
    }

    func __max(list, areInOrder) {
      var best = list.first
      for element in list.dropFirst() {
        if areInOrder(best, element) { best = element }
      }
      return best
    }

    func __reduce(list, initial, combine) {
      var result = initial
      for element in list { result = combine(result, element) }
      return result
    }

    func __filterEntries(map, isIncluded) {
      var result = [:]
      for (key, value) in map {
        if isIncluded(["key": key, "value": value]) { result[key] = value }
      }
      return result
    }

    func __mapValues(map, transform) {
      var result = [:]
      for (key, value) in map { result[key] = transform(value) }
      return result
    }

    func __compactMapValues(map, transform) {
      var result = [:]
      for (key, value) in map {
        if let new = transform(value) { result[key] = new }
      }
      return result
    }

    func __sorted(list, areInOrder) {
      var sorted = []
      for element in list { sorted.append(element) }
      let count = sorted.count
      var width = 1
      while width < count {
        var merged = []
        var start = 0
        while start < count {
          let middle = min(start + width, count)
          let end = min(start + 2 * width, count)
          var left = start
          var right = middle
          while left < middle && right < end {
            if areInOrder(sorted[right], sorted[left]) {
              merged.append(sorted[right])
              right += 1
            } else {
              merged.append(sorted[left])
              left += 1
            }
          }
          while left < middle {
            merged.append(sorted[left])
            left += 1
          }
          while right < end {
            merged.append(sorted[right])
            right += 1
          }
          start = end
        }
        sorted = merged
        width *= 2
      }
      return sorted
    }
    """
}
