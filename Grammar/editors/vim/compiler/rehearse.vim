" Written from the language's tables by: RECORD_EDITORS=1 swift test --filter EditorTests
if exists("current_compiler")
  finish
endif
let current_compiler = "rehearse"

CompilerSet makeprg=rehearse\ test\ --color\ never\ %:S
CompilerSet errorformat=
  \%*[\ ]%f:%l:%c:\ %trror[E%n]:\ %m,
  \%f:%l:%c:\ %trror[E%n]:\ %m,
  \%*[\ ]%f:%l:%c:\ %tarning[W%n]:\ %m,
  \%f:%l:%c:\ %tarning[W%n]:\ %m,
  \%*[\ ]%f:%l:%c:\ failed:\ %m,
  \%f:%l:%c:\ failed:\ %m,
  \%-G%.%#
