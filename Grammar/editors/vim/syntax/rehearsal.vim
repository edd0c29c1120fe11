" Written from the language's tables by: RECORD_EDITORS=1 swift test --filter EditorTests
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax iskeyword @,48-57,_,192-255

syntax keyword rehearsalControl if else guard while for in return break continue choose or
syntax keyword rehearsalDeclaration func let var import
syntax keyword rehearsalCheck expect within throughout
syntax keyword rehearsalConstant true false nil
syntax keyword rehearsalForeign struct class enum protocol extension typealias associatedtype operator precedencegroup init deinit subscript switch case default fallthrough repeat do catch defer throw public private fileprivate internal static try await self Self super as is where throws rethrows async inout

syntax match rehearsalOperator "\v%(\.\.\.|\.\.\<|\!\=|\%\=|\&\&|\*\=|\+\=|\-\=|\/\=|\<\=|\=\=|\>\=|\?\?|\|\||\!|\%|\*|\+|\-|\/|\<|\=|\>|\?)"
syntax match rehearsalFunction "\v<\K\k*\ze\("
syntax match rehearsalDeclaration "\v<%(app|on)>\ze[ \t]+[`[:alpha:]_]"
syntax match rehearsalDeclaration "\v<%(scenario|explore|button)>\ze[ \t]*\""
syntax match rehearsalDeclaration "\v<%(device|setup|always|info|view)>\ze\_s*\{"
syntax match rehearsalDeclaration "\v<%(scene)>\ze\_s*%(\{|\(\_s*\.)"
syntax match rehearsalParameter "\v\$\d+>"
syntax match rehearsalNumber "\v<0x\x[0-9A-Fa-f_]*>|<0b[01][01_]*>"
syntax match rehearsalNumber "\v<\d[0-9_]*%(\.\d[0-9_]*)?%(ns|us|ms|s|min|h|d|KB|MB|GB|[eE][+-]?\d[0-9_]*)?>"
syntax match rehearsalLabel "\v<\K\k*\ze:"
syntax match rehearsalMember "\v\??\.\K\k*"
syntax match rehearsalSymbol "\v%(^|[^[:alnum:]_)\]}\"`?.])@1<=\.\K\k*"
syntax match rehearsalName "\v`\K\k*`"

syntax match rehearsalEscape contained "\v\\%([nrt0\\\"]|u\{\x{1,8}\})"
syntax region rehearsalInterpolation contained matchgroup=rehearsalEscape start="\\(" end=")" contains=TOP
syntax region rehearsalParentheses transparent start="(" end=")" contains=TOP
syntax region rehearsalString start=+"+ end=+"\|$+ contains=rehearsalEscape,rehearsalInterpolation
syntax region rehearsalString start=+"""+ end=+"""+ contains=rehearsalEscape,rehearsalInterpolation
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
