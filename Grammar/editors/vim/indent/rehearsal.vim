" Written from the language's tables by: RECORD_EDITORS=1 swift test --filter EditorTests
if exists("b:did_indent")
  finish
endif
let b:did_indent = 1

setlocal indentexpr=RehearsalIndent()
setlocal indentkeys=0{,0},0),0],0.,!^F,o,O,e
setlocal nosmartindent
let b:undo_indent = "setlocal indentexpr< indentkeys< smartindent<"

if exists("*RehearsalIndent")
  finish
endif

" Whether a place is in a comment or a text.
function! s:IsQuiet(line, column) abort
  return synIDattr(synID(a:line, a:column, 1), "name") =~# 'Comment$\|String$\|Escape$'
endfunction

" One level more than the line with the bracket that is open here, and one more where the line goes
" on with what stands before it; a bracket that closes stands below the line that it was opened on.
" The lines of a text or a comment stay where they are.
function! RehearsalIndent() abort
  if s:IsQuiet(v:lnum, 1) && getline(v:lnum) !~# '^\s*//\|^"\%("" *$\)\@!\|^/\*'
    return -1
  endif
  call cursor(v:lnum, 1)
  let [l:open, l:column] = searchpairpos(
    \ '[{(\[]', '', '[])}]', 'bnW', 's:IsQuiet(line("."), col("."))')
  let l:bracket = l:open > 0 ? getline(l:open)[l:column - 1] : ""
  " A header that goes over several lines begins on the first of them.
  while l:bracket ==# "{"
    if getline(l:open) =~# '^\s*[])]'
      call cursor(l:open, 1)
      let l:open = searchpair(
        \ '[(\[]', '', '[])]', 'bnW', 's:IsQuiet(line("."), col("."))')
    elseif getline(l:open) =~# '^\s*\K\k*:' && getline(l:open - 1) =~# ',\s*$'
      let l:open -= 1
    else
      break
    endif
  endwhile
  let l:text = getline(v:lnum)
  if l:text =~# '^\s*[])}]'
    return indent(l:open)
  endif
  let l:level = l:open > 0 ? indent(l:open) + shiftwidth() : 0
  return s:GoesOn(l:text, l:bracket) ? l:level + shiftwidth() : l:level
endfunction

" Whether a line goes on with what stands before it, or that ends so that it has to.
function! s:GoesOn(text, bracket) abort
  if a:text =~# '^\s*\%(\.\K\|?\.\|[?:]\s\|\%(==\|!=\|<=\|>=\|&&\|||\|??\|[-+*/%<>]\)\s\|within\>\|throughout\>\)'
    " A list may begin with a symbol, and go on with one.
    return a:text !~# '^\s*\.\K' || a:bracket !~# '[(\[]'
  endif
  let l:before = prevnonblank(v:lnum - 1)
  let l:end = matchstr(getline(l:before), '\S\s*$')
  if s:IsQuiet(l:before, len(getline(l:before)))
    return 0
  endif
  return l:end =~# '[=&|?+*/%<]' || l:end =~# ',' && a:bracket !~# '[(\[]'
endfunction
