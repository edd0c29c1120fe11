" Written from the language's tables by: RECORD_EDITORS=1 swift test --filter EditorTests
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal comments=s1:/*,mb:*,ex:*/,://
setlocal commentstring=//\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=4 softtabstop=4
setlocal include=^\s*import\>
setlocal suffixesadd=.rehearsal
let b:undo_ftplugin = "setlocal comments< commentstring< formatoptions< expandtab< shiftwidth<"
  \ . " softtabstop< include< suffixesadd< formatprg< makeprg< errorformat<"

" gq lays the script out; :make fills the list of errors.
if executable("rehearse")
  setlocal formatprg=rehearse\ format\ -
endif
compiler rehearse
