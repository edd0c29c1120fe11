// The sources of a project: all of them are scanned for their words, and one is parsed when somebody asks
// for what stands in it. Apps of one project share them.

/// The sources of a project.
final class SourceLibrary {
  /// The sources in Swift and Objective-C, in the order of their paths.
  let files: [ProjectFiles.File]
  let index: WordIndex
  private let indices: [String: Int]
  /// How deep the brackets of each source are nested.
  private let depths: [Int]
  private var swift: [Int: SwiftSource] = [:]
  private var objectiveC: [Int: ObjectiveCSource] = [:]
  /// Whether everything is looked into, whatever the words say; for tests.
  let looksEverywhere: Bool

  /// How deep brackets may be nested; trees are walked recursively.
  private static let depthLimit = 120

  init(_ files: [ProjectFiles.File], lookingEverywhere looksEverywhere: Bool = false) {
    self.files = files
    self.looksEverywhere = looksEverywhere
    var index = WordIndex()
    depths = files.indices.map { index.add(files[$0].bytes, of: $0) }
    self.index = index
    indices = Dictionary(files.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in
      first
    }
  }

  /// The place of a file among them.
  func index(of file: ProjectFiles.File) -> Int? { indices[file.path] }

  func isSwift(_ index: Int) -> Bool { files[index].path.hasSuffix(".swift") }

  /// Whether a source is nested deeper than is safe to walk through.
  func isTooDeep(_ index: Int) -> Bool { isSwift(index) && depths[index] > Self.depthLimit }

  /// A source in Swift, parsed; nil for any other.
  func swiftSource(_ index: Int) -> SwiftSource? {
    if let known = swift[index] { return known }
    guard isSwift(index), !isTooDeep(index) else { return nil }
    let source = SwiftSource(files[index], number: index, of: self)
    swift[index] = source
    return source
  }

  /// A source in Objective-C with its methods; nil for any other.
  func objectiveCSource(_ index: Int) -> ObjectiveCSource? {
    if let known = objectiveC[index] { return known }
    guard !isSwift(index) else { return nil }
    let source = ObjectiveCSource(files[index])
    objectiveC[index] = source
    return source
  }
}
