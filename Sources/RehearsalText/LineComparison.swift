// How one text becomes another, line by line: what people are shown of two texts is made of it.

/// The lines of two texts, each as it was kept, removed or added.
package struct LineComparison {
  /// What happens to a line.
  package enum Step {
    case kept(String)
    case removed(String)
    case added(String)
  }

  /// The lines of both texts, in order.
  package let steps: [Step]

  /// Compares two texts.
  ///
  /// - Complexity: O(*n* · *d*) in their lines and in how many of them differ.
  package init(from old: [String], to new: [String]) {
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var steps: [Step] = []
    var (first, second) = (0, 0)
    while first < old.count || second < new.count {
      if removed.contains(first) {
        steps.append(.removed(old[first]))
        first += 1
      } else if added.contains(second) {
        steps.append(.added(new[second]))
        second += 1
      } else {
        steps.append(.kept(old[first]))
        (first, second) = (first + 1, second + 1)
      }
    }
    self.steps = steps
  }
}
