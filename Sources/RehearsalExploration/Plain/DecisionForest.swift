// What functions did, remembered by what they read. A tree is a row of questions, which part has which
// value, down to what was decided where all of them were answered so. All trees stand in the same
// few arrays of numbers, so that a walk through one touches nothing but them.

/// Trees of questions about the parts of a state.
struct DecisionForest: Sendable {
  /// What stands where nothing was decided yet.
  static let unknown: Int32 = -1

  /// By tree: the first question, or what was decided without any, or `unknown`.
  private var roots: [Int32]
  /// By question: the part that it asks for, and where its answers stand.
  private var parts: [Int32] = []
  private var firstAnswers: [Int32] = []
  private var answerCounts: [Int32] = []
  /// The answers of all questions: the next question, or a decision, or `unknown`.
  ///
  /// Decisions are told from questions by the sign: below `unknown`.
  private var answers: [Int32] = []

  init(treeCount: Int) { roots = Array(repeating: Self.unknown, count: treeCount) }

  private static func place(of decision: Int32) -> Int32 { -2 - decision }

  /// What was decided for a state; `unknown` where that was never met.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - state: By part: the number of its value.
  /// - Returns: The number of what was decided.
  @inline(__always)
  func decision(of tree: Int, _ state: UnsafePointer<Int32>) -> Int32 {
    var place = roots[tree]
    while place >= 0 {
      let value = state[Int(parts[Int(place)])]
      guard value < answerCounts[Int(place)] else { return Self.unknown }
      place = answers[Int(firstAnswers[Int(place)] + value)]
    }
    return place == Self.unknown ? place : -2 - place
  }

  /// The parts that a tree asks for on the way to what it decided for a state.
  func reads(of tree: Int, _ state: UnsafePointer<Int32>) -> [Int] {
    var reads: [Int] = []
    var place = roots[tree]
    while place >= 0 {
      let part = Int(parts[Int(place)])
      reads.append(part)
      guard state[part] < answerCounts[Int(place)] else { break }
      place = answers[Int(firstAnswers[Int(place)] + state[part])]
    }
    return reads
  }

  /// Remembers what is decided where some parts were read, in the order in which they were.
  ///
  /// What is read first is the same in all states, and what is read next depends only on the values
  /// before; so the questions of the tree never contradict.
  mutating func insert(
    _ decision: Int32, into tree: Int, reads: [Int], _ state: UnsafePointer<Int32>
  ) {
    var owner: (question: Int, value: Int32)?
    for part in reads {
      let found = place(tree, owner)
      let question = found >= 0 ? Int(found) : addQuestion(about: part, tree, owner)
      owner = (question, state[part])
    }
    set(Self.place(of: decision), tree, owner)
  }

  private mutating func addQuestion(
    about part: Int, _ tree: Int, _ owner: (question: Int, value: Int32)?
  ) -> Int {
    let question = parts.count
    parts.append(Int32(part))
    firstAnswers.append(Int32(answers.count))
    answerCounts.append(0)
    set(Int32(question), tree, owner)
    return question
  }

  private func place(_ tree: Int, _ owner: (question: Int, value: Int32)?) -> Int32 {
    guard let owner else { return roots[tree] }
    guard owner.value < answerCounts[owner.question] else { return Self.unknown }
    return answers[Int(firstAnswers[owner.question] + owner.value)]
  }

  private mutating func set(
    _ place: Int32, _ tree: Int, _ owner: (question: Int, value: Int32)?
  ) {
    guard let owner else {
      roots[tree] = place
      return
    }
    if owner.value >= answerCounts[owner.question] { makeRoom(for: owner.value, owner.question) }
    answers[Int(firstAnswers[owner.question] + owner.value)] = place
  }

  /// Moves the answers of a question to the end, where there is room for more.
  private mutating func makeRoom(for value: Int32, _ question: Int) {
    let first = Int(firstAnswers[question])
    let count = Int(answerCounts[question])
    let room = max(4, count * 2, Int(value) + 1)
    let moved = answers[first..<first + count]
    firstAnswers[question] = Int32(answers.count)
    answerCounts[question] = Int32(room)
    answers += Array(moved)
    answers += repeatElement(Self.unknown, count: room - count)
  }
}
