// Work on several threads whose results stand in the order of what they are made of, so that they are
// the same for any number of threads.

/// What a function makes of some elements, in their order; each thread takes a row of neighbours.
///
/// - Parameters:
///   - elements: What it is made of.
///   - threads: How many threads there may be.
///   - transform: The function.
/// - Returns: The results, in the order of the elements.
/// - Throws: What the function throws.
func inParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element], threads: Int,
  _ transform: @escaping @Sendable (Element) throws -> Result
) async throws -> [Result] {
  guard threads > 1, elements.count > 1 else { return try elements.map(transform) }
  let share = (elements.count + threads - 1) / threads
  return try await withThrowingTaskGroup { group in
    for first in stride(from: 0, to: elements.count, by: share) {
      let row = elements[first..<min(elements.count, first + share)]
      group.addTask { (first, try row.map(transform)) }
    }
    let rows = try await group.reduce(into: []) { $0.append($1) }
    return rows.sorted { $0.0 < $1.0 }.flatMap(\.1)
  }
}
