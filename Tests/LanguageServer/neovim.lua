-- Neovim opens a file, gets findings, completes, renames and formats.
local function fail(message)
  io.stderr:write('Neovim: ' .. message .. '\n')
  vim.cmd('cquit 1')
end

local function await(what, condition)
  if not vim.wait(15000, condition, 20) then fail('waited in vain for ' .. what) end
end

vim.cmd('edit notes.rehearsal')
local buffer = vim.api.nvim_get_current_buf()
local original = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
local id = vim.lsp.start_client({
  name = 'rehearse', cmd = { vim.env.REHEARSE, 'language-server' }, root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(buffer, id)
await('the server', function() return #vim.lsp.buf_get_clients(buffer) > 0 end)

vim.api.nvim_buf_set_lines(buffer, 9, 10, false, { '    press .hoem' })
await('the finding', function()
  for _, finding in ipairs(vim.diagnostic.get(buffer)) do
    if finding.code == 'E0504' and finding.lnum == 9 then return true end
  end
end)

local uri = vim.uri_from_bufnr(buffer)
local function ask(method, parameters)
  parameters.textDocument = { uri = uri }
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, parameters, 15000)
  if not answers then fail(method .. ': ' .. tostring(problem)) end
  for _, answer in pairs(answers) do
    if answer.error or answer.err then fail(method .. ': ' .. vim.inspect(answer)) end
    return answer.result
  end
end

vim.api.nvim_buf_set_lines(buffer, 9, 10, false, { '    press .' })
local labels = {}
local completion = ask('textDocument/completion', { position = { line = 9, character = 11 } })
for _, item in ipairs(completion.items) do labels[item.label] = true end
if not labels.home then fail('no completion of `press .`') end

vim.api.nvim_buf_set_lines(buffer, 9, 10, false, { '  press .home' })
await('the server to be content', function()
  for _, finding in ipairs(vim.diagnostic.get(buffer)) do
    if finding.severity == vim.diagnostic.severity.ERROR then return false end
  end
  return true
end)
local edits = ask('textDocument/formatting', { options = { tabSize = 4, insertSpaces = true } })
local encoding = vim.lsp.get_client_by_id(id).offset_encoding
vim.lsp.util.apply_text_edits(edits, buffer, encoding)
if not vim.deep_equal(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), original) then
  fail('formatting did not come to the original')
end

local change = ask('textDocument/rename', { position = { line = 1, character = 9 }, newName = 'entry' })
vim.lsp.util.apply_workspace_edit(change, encoding)
local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
if not text:find('var entry = ""', 1, true) or not text:find('= entry }', 1, true) then
  fail('the rename is not whole:\n' .. text)
end
vim.lsp.stop_client(id)
vim.cmd('qall!')
