// Short scripts for what the repository's own scripts do not hold.

enum Samples {
  static let valid: [String] = [
    "",
    ";;",
    "a(); ; b();",
    "app A { button \"x\", sends: a, to: b { }; button \"y\" { } }",
  ]

  static let invalid: [String] = [
    "a() b()"
  ]
}
