// The checks of how sources are cut, each with what it has to find and what not; and the outline of
// a source that they stand on.

import Testing

@Suite struct StructureTests {
  private func file(_ text: String, _ path: String = "Sources/M/A.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func functionsThatFitNoScreenAreFound() {
    func function(_ count: Int) -> String {
      "struct A {\n  func run() {\n" + String(repeating: "    a()\n", count: count) + "  }\n}\n"
    }
    #expect(longFunctions(in: [file(function(longestFunction))]) == [])
    let found = longFunctions(in: [file(function(longestFunction + 1))])
    #expect(found.map(\.subject) == ["A.run"])
    #expect(found.map(\.line) == [2])
  }

  @Test func typesInManyFilesAreFound() {
    let files = (0...mostFilesOfAType).map { number in
      file("extension A {\n  struct B {}\n}\n", "Sources/M/A\(number).swift")
    }
    #expect(scatteredTypes(in: files).map(\.subject) == ["M.A", "M.A.B"])
    #expect(scatteredTypes(in: Array(files.dropLast())) == [])
    let elsewhere = file("struct A {}", "Sources/N/A.swift")
    #expect(scatteredTypes(in: Array(files.dropLast()) + [elsewhere]) == [])
  }

  @Test func declarationsThatNothingUsesAreFound() {
    let text = """
      struct A { let used = 1; let unused = 2 }
      enum B { case one, two(Int) }
      extension A { func f() { let other = A().used + "\\(B.one)".count }; func g() { f() } }
      enum C: String { case three, four }
      @main struct Main { static func main() {} }
      """
    let test = file("let b = B.self; let c = C.self; A().main()", "Tests/MTests/A.swift")
    let found = unusedDeclarations(in: [file(text), test])
    #expect(found.map(\.subject) == ["unused", "two", "g"])
  }

  @Test(arguments: [
    ("// see `A+B`", true), ("/// As A+C does.", true), ("// in A.swift", true),
    ("// in Sources/M/A.swift", true), ("// B.swift", false), ("// `Bc+Cd`", false),
    ("// Sources/N/A.swift", false), ("// Ctrl+C, a + b, x+y", true),
    ("let a = A+D // a sum", true), ("// Examples/*.rehearsal", true), ("// `Alpha`", false),
    ("// Alpha", true), ("struct Alpha { } // `Alpha`", true), ("// `A+B`s", true),
  ])
  func namesOfNothingAreFound(_ text: String, isFine: Bool) {
    let files = [
      file(text), file("", "Sources/M/A+B.swift"), file("", "Sources/M/A+C.swift"),
      file("", "Examples/A.rehearsal"),
    ]
    #expect(missingNames(in: files).isEmpty == isFine)
  }
}

@Suite struct SwiftOutlineTests {
  private func outline(_ text: String) -> [SwiftDeclaration] {
    SourceFile(path: "Sources/M/A.swift", text: text).declarations
  }

  @Test func declarationsAreFoundInTheirTypes() {
    let text = """
      import struct B.C
      @frozen public struct A<T: B>: C where T: Equatable {
        enum Kind: String { case one = "1", two(of: Int, B), three; case four; var x: Int { 1 } }
        @Attribute(a: { 1 }) private let a: [Int] = [1], b = { (c: Int) in c }
        static func < (left: A, right: A) -> Bool { let local = 1; func inner() {} }
        class func make() throws(E) -> (Int) -> Void { { _ in } }
        init?(_ a: @escaping () -> Void = { }) { self.init() }
        subscript(a: Int) -> Int { get { 1 } set { } }
        var `default`: Int { if case .one = a { 1 } else { 2 } }
      }
      extension A.Kind { protocol P { associatedtype Q; func f(); var g: Int { get } } }
      extension [Int] { typealias R = Int }
      """
    let expected = [
      "A", "A.Kind", "A.Kind.one", "A.Kind.two", "A.Kind.three", "A.Kind.four", "A.Kind.x", "A.a",
      "A.<",
      "A.make", "A.init", "A.subscript", "A.default", "A.Kind", "A.Kind.P", "A.Kind.P.Q",
      "A.Kind.P.f", "A.Kind.P.g", "Array", "Array.R",
    ]
    #expect(outline(text).map(\.qualifiedName) == expected)
  }

  @Test func bodiesAreMeasured() {
    let text = """
      struct A {
        func one() {}
        func three(
          a: () -> Void = {
          }
        ) {
          if a {

          }
        }
        var two: Int {
          let a = 1
          return a
        }
        let closure = {
          1
        }
        init() { self.a = {
        } }
      }
      """
    let counts = outline(text).map { "\($0.name) \($0.bodyLineCount)" }
    #expect(counts == ["A 18", "one 0", "three 3", "two 2", "closure 0", "init 0"])
  }

  @Test func attributesAndModifiersAreKept() {
    let text = "@_cdecl(\"a\") public func f() {}\nfunc g() {}\n@A override static var h = 1"
    let expected: [Set<String>] = [["@_cdecl", "public"], [], ["@A", "override", "static"]]
    #expect(outline(text).map(\.modifiers) == expected)
  }
}
