-- Drives the server as a user of Neovim would, and tells what the editor shows, a line for each thing.
local server, path = vim.env.SERVER, vim.env.MODEL
local out = io.open(vim.env.RESULT, 'w')
local function say(what, text) out:write(what .. ': ' .. text:gsub('\n', ' | ') .. '\n') end
local function fail(text) say('failed', text); out:close(); vim.cmd('cquit 1') end
local function wait(what, is) if not vim.wait(20000, is, 20) then fail(what) end end

local messages = {}
vim.lsp.handlers['window/showMessage'] = function(_, r) table.insert(messages, r.message) end

vim.cmd('edit ' .. path)
local buf = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = 'gospin', cmd = { server }, root_dir = vim.fn.getcwd() })
if not id then fail('no client') end
vim.lsp.buf_attach_client(buf, id)
wait('initialize', function() local c = vim.lsp.get_client_by_id(id); return c and c.initialized end)

local function ask(method, params)
	local r = vim.lsp.buf_request_sync(buf, method, params, 20000)
	if not r or not r[id] then fail(method) end
	if r[id].error then fail(method .. ': ' .. r[id].error.message) end
	return r[id].result
end
local function at(line, col)
	vim.api.nvim_win_set_cursor(0, { line, col })
	return vim.lsp.util.make_position_params(0, 'utf-16')
end

wait('an error', function() return #vim.diagnostic.get(buf) > 0 end)
local d = vim.diagnostic.get(buf)[1]
say('error', (d.lnum + 1) .. ':' .. (d.col + 1) .. ' ' .. d.message)

-- The error is mended as the server proposes.
vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
local params = vim.lsp.util.make_range_params(0, 'utf-16')
params.context = { diagnostics = {} }
local action = ask('textDocument/codeAction', params)[1]
say('action', action.title)
vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
wait('no error', function() return #vim.diagnostic.get(buf) == 0 end)
vim.cmd('silent write')

say('hover', ask('textDocument/hover', at(1, 6)).contents.value)
say('word', ask('textDocument/hover', at(4, 1)).contents.value:match('^[^\n]*'))
local def = ask('textDocument/definition', at(5, 6))
say('definition', def[1].range.start.line + 1 .. ':' .. def[1].range.start.character + 1)
local names = {}
for _, s in ipairs(ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params() })) do
	table.insert(names, s.name)
end
say('symbols', table.concat(names, ' '))

vim.lsp.buf.formatting_sync(nil, 20000)
say('formatted', table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n'))
vim.cmd('silent write')

local function lens(title)
	vim.lsp.codelens.refresh()
	for _, l in ipairs(vim.lsp.codelens.get(buf)) do
		if l.command and l.command.title:find(title, 1, true) then return l end
	end
end
local function choose(title)
	wait(title, function() return lens(title) end)
	vim.api.nvim_win_set_cursor(0, { lens(title).range.start.line + 1, 0 })
	vim.lsp.codelens.run()
end
for _, name in ipairs({ 'low', 'high' }) do
	choose('verify ' .. name)
	wait(name, function() return lens(name .. ': holds') or lens(name .. ': violated') end)
	say('lens', (lens(name .. ': holds') or lens(name .. ': violated')).command.title)
end
local function violation()
	for _, x in ipairs(vim.diagnostic.get(buf)) do
		if x.message:find('violated', 1, true) then return x end
	end
end
wait('the violation', violation)
local v = violation()
say('violation', (v.lnum + 1) .. ':' .. (v.col + 1) .. ' severity ' .. v.severity .. ' ' .. v.message)
choose('high: violated')
wait('replay', function() return #messages > 0 and messages[#messages]:find('replay') end)
say('message', messages[#messages])

vim.lsp.stop_client(id)
wait('the end', function() return vim.lsp.client_is_stopped(id) end)
out:close()
vim.cmd('qall!')
