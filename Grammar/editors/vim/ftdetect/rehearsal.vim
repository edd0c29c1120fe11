" Written from the language's tables by: RECORD_EDITORS=1 swift test --filter EditorTests
autocmd BufNewFile,BufRead *.rehearsal setfiletype rehearsal
