// The library's functions that call back, in the language itself: a closure in them may work, wait
// or ask like any other code, and the machine can be paused and copied in the middle.

import RehearsalSyntax

/// The part of the library that is written in the language.
package enum LibraryPrelude {
  /// All of them; the receiver of the member that a function implements is its first argument.
  ///
  /// The merge sort is stable, and its steps depend on the count alone, so that it ends
  /// whatever the comparison says.
  package static let functions: [PreludeFunction] = [
    PreludeFunction(
      "__map",
      """
      func __map(list, transform) {
        var result = []
        for element in list { result.append(transform(element)) }
        return result
      }
      """),
    PreludeFunction(
      "__filter",
      """
      func __filter(list, isIncluded) {
        var result = []
        for element in list {
          if isIncluded(element) { result.append(element) }
        }
        return result
      }
      """),
    PreludeFunction(
      "__remaining",
      """
      func __remaining(list, isRemoved) {
        var result = []
        for element in list {
          if !isRemoved(element) { result.append(element) }
        }
        return result
      }
      """),
    PreludeFunction(
      "__compactMap",
      """
      func __compactMap(list, transform) {
        var result = []
        for element in list {
          if let value = transform(element) { result.append(value) }
        }
        return result
      }
      """),
    PreludeFunction(
      "__flatMap",
      """
      func __flatMap(list, transform) {
        var result = []
        for element in list { result += transform(element) }
        return result
      }
      """),
    PreludeFunction(
      "__forEach",
      """
      func __forEach(list, body) {
        for element in list { body(element) }
      }
      """),
    PreludeFunction(
      "__allSatisfy",
      """
      func __allSatisfy(list, predicate) {
        for element in list {
          if !predicate(element) { return false }
        }
        return true
      }
      """),
    PreludeFunction(
      "__contains",
      """
      func __contains(list, predicate) {
        for element in list {
          if predicate(element) { return true }
        }
        return false
      }
      """),
    PreludeFunction(
      "__index",
      """
      func __index(list, predicate) {
        var index = 0
        for element in list {
          if predicate(element) { return index }
          index += 1
        }
        return nil
      }
      """),
    PreludeFunction(
      "__first",
      """
      func __first(list, predicate) {
        for element in list {
          if predicate(element) { return element }
        }
        return nil
      }
      """),
    PreludeFunction(
      "__last",
      """
      func __last(list, predicate) {
        for element in list.reversed() {
          if predicate(element) { return element }
        }
        return nil
      }
      """),
    PreludeFunction(
      "__min",
      """
      func __min(list, areInOrder) {
        var best = list.first
        for element in list.dropFirst() {
          if areInOrder(element, best) { best = element }
        }
        return best
      }
      """),
    PreludeFunction(
      "__max",
      """
      func __max(list, areInOrder) {
        var best = list.first
        for element in list.dropFirst() {
          if areInOrder(best, element) { best = element }
        }
        return best
      }
      """),
    PreludeFunction(
      "__reduce",
      """
      func __reduce(list, initial, combine) {
        var result = initial
        for element in list { result = combine(result, element) }
        return result
      }
      """),
    PreludeFunction(
      "__filterEntries",
      """
      func __filterEntries(map, isIncluded) {
        var result = [:]
        for (key, value) in map {
          if isIncluded(["key": key, "value": value]) { result[key] = value }
        }
        return result
      }
      """),
    PreludeFunction(
      "__mapValues",
      """
      func __mapValues(map, transform) {
        var result = [:]
        for (key, value) in map { result[key] = transform(value) }
        return result
      }
      """),
    PreludeFunction(
      "__compactMapValues",
      """
      func __compactMapValues(map, transform) {
        var result = [:]
        for (key, value) in map {
          if let new = transform(value) { result[key] = new }
        }
        return result
      }
      """),
    PreludeFunction(
      "__sorted",
      """
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
      """),
  ]
}
