// Texts and what the formatter makes of them, by what they show.

import Testing

enum FormatterSamples {
  struct Sample: Sendable, CustomTestStringConvertible {
    let title: String
    let before: String
    let after: String
    var testDescription: String { title }
  }

  static let all = [spaces, semicolons, comments, blankLines, blocks, chains, lists, headers, kept]

  private static let spaces = Sample(
    title: "spaces",
    before: #"""
      let  a=1+2*-b
      let c = [1 ,2,"k" , ( d ) ]
      let m = [ "a":1,"b" : x ?y:z ]
      f (a)[0] {$0+ 1}
      let s = "a\( b [0] ) c  d"
      for i in 0 ..< n {}
      a[i]+=! b ?? .none
      """#,
    after: #"""
      let a = 1 + 2 * -b
      let c = [1, 2, "k", (d)]
      let m = ["a": 1, "b": x ? y : z]
      f(a)[0] { $0 + 1 }
      let s = "a\(b[0]) c  d"
      for i in 0..<n { }
      a[i] += !b ?? .none
      """#)

  private static let semicolons = Sample(
    title: "semicolons",
    before: """
      a();
      b() ;c();
      ; d()
      e();
      .home.f()
      g { ;h(); }
      """,
    after: """
      a()
      b(); c()
      d()
      e();
      .home.f()
      g { h() }
      """)

  private static let comments = Sample(
    title: "comments",
    before: """
      // first\u{20}\u{20}
      func f() {
      // own line
      a()// touches
      b()      // aligned
      c(/* why */1)
      // last of the block
      }
         // last
      """,
    after: """
      // first
      func f() {
          // own line
          a() // touches
          b()      // aligned
          c(/* why */1)
          // last of the block
      }
      // last
      """)

  private static let blankLines = Sample(
    title: "blank lines",
    before: "\n\n  a()\n\n\n \t\nb()\n// c\n\n\n\n// d\n\n\n",
    after: "a()\n\nb()\n// c\n\n// d")

  private static let blocks = Sample(
    title: "blocks",
    before: """
      app A
      {
      info { memory:80MB,
      backgroundModes: [.fetch] }
      on x(a ,b) {
      if a { b() }
      else if c {
      d()
      } else {
      e()
      }
      }
      }
      """,
    after: """
      app A
      {
          info { memory: 80MB,
              backgroundModes: [.fetch] }
          on x(a, b) {
              if a { b() }
              else if c {
                  d()
              } else {
                  e()
              }
          }
      }
      """)

  private static let chains = Sample(
    title: "chains",
    before: """
      let names = all
      .filter { name in
      name != nil
      }
      .sorted()
      let n = a
      + b
      - c
      let w = isLong
      ? "long"
      : "short"
      expect calls(A) {
      press .home
      } == [
      .willResignActive,
      ]
      expect n == 1
      within 5s,
      "why"
      """,
    after: """
      let names = all
          .filter { name in
              name != nil
          }
          .sorted()
      let n = a
          + b
          - c
      let w = isLong
          ? "long"
          : "short"
      expect calls(A) {
          press .home
      } == [
          .willResignActive,
      ]
      expect n == 1
          within 5s,
          "why"
      """)

  private static let lists = Sample(
    title: "lists",
    before: """
      f(a, [
      1,
      2
      + 3
      , 4
      ], {
      b()
      })
      f(
      a: 1,
      b:
      2
      )
      """,
    after: """
      f(a, [
          1,
          2
              + 3
          , 4
      ], {
          b()
      })
      f(
          a: 1,
          b:
              2
      )
      """)

  private static let headers = Sample(
    title: "headers of several lines",
    before: #"""
      func f() {
      guard let a,
      let b = c
      else { return }
      while a,
      b {
      d()
      }
      }
      setup  {a()}
      scenario "a \(span)",span in [1s,2s] ,
      os:12, tags : [
      .slow
      ]{
      f(span) {x in x+span}
      }
      """#,
    after: #"""
      func f() {
          guard let a,
              let b = c
          else { return }
          while a,
              b {
              d()
          }
      }
      setup { a() }
      scenario "a \(span)", span in [1s, 2s],
          os: 12, tags: [
              .slow
          ] {
          f(span) { x in x + span }
      }
      """#)

  private static let kept = Sample(
    title: "what is kept as it is",
    before: #"""
      func f() {
      let s = """
          text\#u{20}
            \( a )
          """
      /* one
        two */
      press .home; press.home()
      }
      """#,
    after: #"""
      func f() {
          let s = """
          text\#u{20}
            \(a)
          """
          /* one
        two */
          press .home; press.home()
      }
      """#)
}
