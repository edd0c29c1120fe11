// What the system answered while code of a process ran, kept so that the same code can run again
// without a device: it asks the same in the same order, is answered the same, and changes nothing. By
// that a process whose memory nobody can copy, as objects and tasks of Swift, is copied all the same.

/// The answers that the system gave to code of a process, in the order of the requests.
package struct RecordedAnswers: Sendable {
  fileprivate struct Answer: Sendable {
    let request: StaticString
    let content: any Sendable
  }

  fileprivate var answers: [Answer] = []
  /// The next answer to be given again; nil while answers are recorded.
  fileprivate var position: Int?
  /// Where code that runs again first asked for something else than when it was recorded.
  fileprivate var divergence: Divergence?

  /// About how many bytes they take.
  package var bytes: Int { answers.capacity * MemoryLayout<Answer>.stride }

  /// That code which ran again asked for something else.
  package struct Divergence: Hashable, Sendable {
    /// What it asked for before, and what it asked for again; nil for nothing more.
    package let recorded, repeated: String?
  }

  /// Runs code of a process again.
  ///
  /// - Parameters:
  ///   - process: The process.
  ///   - device: A device on which that process lives. From the first request on that was not recorded,
  ///     a copy of it answers.
  ///   - body: Runs the code as it ran when the answers were recorded.
  /// - Returns: What the body returns, and where it asked for something else than it did.
  package func replayed<Result>(
    for process: ProcessIdentifier, on device: Device, _ body: (AppContext) -> Result
  ) -> (result: Result, divergence: Divergence?) {
    var (answers, device) = (self, device)
    answers.position = 0
    let result = withUnsafeMutablePointer(to: &answers) { answers in
      device.change { device in
        withUnsafeMutablePointer(to: &device) { body(AppContext($0, process, answers)) }
      }
    }
    answers.noteIdle()
    return (result, answers.divergence)
  }

  /// Takes the next answer, where it is to that request.
  fileprivate mutating func next<Content>(for request: StaticString) -> Content? {
    guard let position, divergence == nil else { return nil }
    let answer = position < answers.count ? answers[position] : nil
    guard let answer, answer.request.isEqual(to: request), let content = answer.content as? Content
    else {
      divergence = Divergence(
        recorded: answer.map { "\($0.request)" }, repeated: "\(request)")
      return nil
    }
    self.position = position + 1
    return content
  }

  /// Notes what was asked for when it was recorded, and not again.
  private mutating func noteIdle() {
    guard let position, position < answers.count, divergence == nil else { return }
    divergence = Divergence(recorded: "\(answers[position].request)", repeated: nil)
  }
}

extension AppContext {
  /// Runs code of the process, and keeps what it is answered.
  package func recordingAnswers<Result>(
    _ body: (AppContext) -> Result
  ) -> (result: Result, answers: RecordedAnswers) {
    var answers = RecordedAnswers()
    let result = withUnsafeMutablePointer(to: &answers) { body(AppContext(self, recording: $0)) }
    return (result, answers)
  }
}

extension UnsafeMutablePointer<RecordedAnswers> {
  /// Gives the answer that was recorded, or the system's, which is recorded then.
  func answer<Answer: Sendable, Failure: Error>(
    to request: StaticString, _ ask: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    if pointee.position != nil {
      let known: Result<Answer, Failure>? = pointee.next(for: request)
      if let known { return try known.get() }
      return try ask()
    }
    do throws(Failure) {
      let answer = try ask()
      record(Result<Answer, Failure>.success(answer), request)
      return answer
    } catch {
      record(Result<Answer, Failure>.failure(error), request)
      throw error
    }
  }

  private func record(_ content: any Sendable, _ request: StaticString) {
    pointee.answers.append(RecordedAnswers.Answer(request: request, content: content))
  }
}

extension StaticString {
  fileprivate func isEqual(to other: StaticString) -> Bool {
    utf8Start == other.utf8Start && utf8CodeUnitCount == other.utf8CodeUnitCount
      || description == other.description
  }
}
