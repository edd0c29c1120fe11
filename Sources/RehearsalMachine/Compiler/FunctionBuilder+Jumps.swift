// The last step of a function: distances are put into its jumps. Forms with a 16-bit distance that
// do not reach are lengthened by a plain jump behind them.

import RehearsalSyntax

extension FunctionBuilder {
  /// The finished code, with the place of each instruction.
  ///
  /// - Complexity: O(*n*) in the number of instructions where all short jumps reach their labels.
  func finished() -> (code: [Instruction], places: [SourceRange]) {
    let far = jumpsBeyondReach()
    if far.isEmpty {
      var code = code
      for jump in jumps {
        Self.setDistance(labels[jump.label.number] - jump.position - 1, of: &code[jump.position])
      }
      return (code, places)
    }
    return lengthened(far)
  }

  /// The indices of short jumps that do not reach, found until lengthening them adds no other.
  private func jumpsBeyondReach() -> Set<Int> {
    var far: Set<Int> = []
    var grows = true
    while grows {
      grows = false
      let moved = far.isEmpty ? nil : movedPositions(far)
      for (index, jump) in jumps.enumerated() where !far.contains(index) {
        let target = labels[jump.label.number]
        let distance =
          moved.map { $0[target] - $0[jump.position] - 1 } ?? target - jump.position - 1
        if code[jump.position].operation?.isShortJump == true, Int16(exactly: distance) == nil {
          far.insert(index)
          grows = true
        }
      }
    }
    return far
  }

  /// Where each instruction comes to stand when two words follow each of the far jumps.
  private func movedPositions(_ far: Set<Int>) -> [Int] {
    var moved: [Int] = []
    moved.reserveCapacity(code.count + 1)
    var next = 0
    var added = 0
    for position in 0...code.count {
      while next < jumps.count, jumps[next].position < position {
        if far.contains(next) { added += 2 }
        next += 1
      }
      moved.append(position + added)
    }
    return moved
  }

  /// The code where each far jump leads to a plain jump behind it, which is skipped otherwise.
  private func lengthened(_ far: Set<Int>) -> (code: [Instruction], places: [SourceRange]) {
    let moved = movedPositions(far)
    var result: [Instruction] = []
    var resultPlaces: [SourceRange] = []
    var next = 0
    for (position, instruction) in code.enumerated() {
      result.append(instruction)
      resultPlaces.append(places[position])
      guard next < jumps.count, jumps[next].position == position else { continue }
      let target = moved[labels[jumps[next].label.number]]
      if far.contains(next) {
        Self.setDistance(1, of: &result[result.count - 1])
        result.append(Instruction(.jump, bc: 1))
        result.append(Instruction(.jump, bc: target - result.count - 1))
        resultPlaces += [places[position], places[position]]
      } else {
        Self.setDistance(target - result.count, of: &result[result.count - 1])
      }
      next += 1
    }
    return (result, resultPlaces)
  }

  private static func setDistance(_ distance: Int, of instruction: inout Instruction) {
    instruction.c = UInt16(truncatingIfNeeded: distance)
    guard instruction.operation?.isShortJump != true else { return }
    instruction.b = instruction.c
    instruction.c = UInt16(truncatingIfNeeded: distance >> 16)
  }
}

extension Operation {
  /// Whether it is a jump whose distance is `c` alone; the others have the whole of `bc`.
  var isShortJump: Bool { shape.c == .shortDistance }
}
