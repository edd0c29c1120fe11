import SwiftParser
import SwiftSyntax
import Rehearsal
print(Parser.parse(source: "let a = 1").statements.count)
