// `list.sorted()`: a merge sort between two lists of the heap, so that the heap's limit covers what
// sorting needs. It is stable, and it ends whatever the comparison says: its steps depend on the
// count alone. With a comparison of the script's, `LibraryPrelude` sorts.

extension MachineState {
  /// Replaces the list in R[0] by a sorted one; its values are numbers, strings or durations.
  mutating func sort(_ r: Place) -> Bool {
    let count = heap.listCount(r.pointee.offset)
    let rounds = Int.bitWidth - count.leadingZeroBitCount
    guard charge(values: count * rounds), let copy = sliceList(r, lower: 0, upper: count) else {
      return false
    }
    let slot = protectedSlot()
    protected[slot] = copy
    guard let other = makeList(count: count, capacity: count) else { return false }
    // Comparing allocates nothing, so both stay where they are.
    var (from, to) = (protected[slot], other)
    // One comparison with every element finds what has no order, before anything is moved.
    let values = heap.listValues(from.offset)
    for index in 0..<count where isLess(values[0], values[index]) == .unordered { return false }
    var width = 1
    while width < count {
      merge(from, into: to, count: count, width: width)
      (from, to) = (to, from)
      width *= 2
    }
    r.pointee = from
    _ = popProtected()
    return pendingError == nil
  }

  /// Merges pairs of neighbouring runs of `width` sorted values from one list into another.
  private mutating func merge(_ from: Value, into to: Value, count: Int, width: Int) {
    let source = heap.listValues(from.offset)
    let target = heap.listValues(to.offset)
    var start = 0
    while start < count {
      let middle = min(start + width, count)
      let end = min(middle + width, count)
      var (left, right) = (start, middle)
      for position in start..<end {
        // Of equal values the left one comes first.
        let takesRight =
          right < end && (left == middle || isLess(source[right], source[left]) == .holds)
        target[position] = source[takesRight ? right : left]
        if takesRight { right += 1 } else { left += 1 }
      }
      start = end
    }
  }
}
