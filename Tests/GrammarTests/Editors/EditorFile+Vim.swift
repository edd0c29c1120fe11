// Vim and Neovim: a file that recognises scripts, and one that colours them. Vim's patterns differ
// from those of the others, so the words come from the tables and the shapes are spelled here.

@testable import RehearsalSyntax

extension EditorFile {
  static var vim: [EditorFile] {
    [
      EditorFile(path: folder + "/vim/ftdetect/rehearsal.vim", text: vimDetection),
      EditorFile(path: folder + "/vim/syntax/rehearsal.vim", text: vimSyntax),
    ]
  }

  private static let vimDetection = """
    " \(notice)
    autocmd BufNewFile,BufRead *.rehearsal setfiletype rehearsal

    """

  private static func keywords(_ group: String, _ words: [String]) -> String {
    "syntax keyword \(group) \(words.joined(separator: " "))"
  }

  private static func declaration(_ shape: ContextualKeyword.Shape, before pattern: String)
    -> String
  {
    let words = EditorLexicon.words(shape).joined(separator: "|")
    return #"syntax match rehearsalDeclaration "\v<%(\#(words))>\ze\#(pattern)""#
  }

  /// Vim's signs that stand for themselves only after a backslash, in its "very magic" patterns.
  private static func escaped(_ sign: String) -> String {
    sign.map { $0.isLetter || $0.isNumber ? String($0) : "\\\($0)" }.joined()
  }

  private static var vimSyntax: String {
    let suffixes = EditorLexicon.suffixes.joined(separator: "|")
    let parts = "contains=rehearsalEscape,rehearsalInterpolation"
    let escapes = EditorLexicon.escapes.map(escaped).joined()
    let interpolation = #"matchgroup=rehearsalEscape start="\\(" end=")" contains=TOP"#
    let operators = EditorLexicon.operators.map { escaped($0) }.joined(separator: "|")
    return #"""
      " \#(notice)
      if exists("b:current_syntax")
        finish
      endif
      syntax case match
      syntax iskeyword @,48-57,_,192-255

      \#(keywords("rehearsalControl", EditorLexicon.words(.control)))
      \#(keywords("rehearsalDeclaration", EditorLexicon.words(.declaration)))
      \#(keywords("rehearsalCheck", EditorLexicon.words(.check)))
      \#(keywords("rehearsalConstant", EditorLexicon.words(.constant)))
      \#(keywords("rehearsalForeign", EditorLexicon.foreignWords))

      syntax match rehearsalOperator "\v%(\#(operators))"
      syntax match rehearsalFunction "\v<\K\k*\ze\("
      \#(declaration(.name, before: #"[ \t]+[`[:alpha:]_]"#))
      \#(declaration(.string, before: #"[ \t]*\""#))
      \#(declaration(.brace, before: #"\_s*\{"#))
      \#(declaration(.roleOrBrace, before: #"\_s*%(\{|\(\_s*\.)"#))
      syntax match rehearsalParameter "\v\$\d+>"
      syntax match rehearsalNumber "\v<0x\x[0-9A-Fa-f_]*>|<0b[01][01_]*>"
      syntax match rehearsalNumber "\v<\d[0-9_]*%(\.\d[0-9_]*)?%(\#(suffixes)|[eE][+-]?\d[0-9_]*)?>"
      syntax match rehearsalLabel "\v<\K\k*\ze:"
      syntax match rehearsalMember "\v\??\.\K\k*"
      syntax match rehearsalSymbol "\v%(^|[^[:alnum:]_)\]}\"`?.])@1<=\.\K\k*"
      syntax match rehearsalName "\v`\K\k*`"

      syntax match rehearsalEscape contained "\v\\%([\#(escapes)]|u\{\x{1,8}\})"
      syntax region rehearsalInterpolation contained \#(interpolation)
      syntax region rehearsalParentheses transparent start="(" end=")" contains=TOP
      syntax region rehearsalString start=+"+ end=+"\|$+ \#(parts)
      syntax region rehearsalString start=+"""+ end=+"""+ \#(parts)
      syntax match rehearsalComment "//.*$"
      syntax match rehearsalComment "\%^#!.*$"
      syntax region rehearsalComment start="/\*" end="\*/" contains=rehearsalComment

      highlight default link rehearsalControl Statement
      highlight default link rehearsalDeclaration Keyword
      highlight default link rehearsalCheck Special
      highlight default link rehearsalConstant Constant
      highlight default link rehearsalForeign Error
      highlight default link rehearsalOperator Operator
      highlight default link rehearsalFunction Function
      highlight default link rehearsalParameter Identifier
      highlight default link rehearsalNumber Number
      highlight default link rehearsalLabel Identifier
      highlight default link rehearsalSymbol Constant
      highlight default link rehearsalEscape SpecialChar
      highlight default link rehearsalString String
      highlight default link rehearsalComment Comment

      let b:current_syntax = "rehearsal"

      """#
  }
}
