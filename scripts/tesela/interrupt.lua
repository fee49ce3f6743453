-- Ctrl-C, as scripts see it: the error "interrupted!" out of whatever is running
-- (repl/call.c, bindings/linterrupt.h). It is a text, for people to read and to
-- go on where pcall caught it; error and coroutine.wrap may put a place before it.

local M = {}

--- Whether an error is an interruption.
function M.is(err)
  return type(err) == "string" and err:match "interrupted!$" ~= nil
end

function M.raise() error("interrupted!", 0) end

--- Goes on with an error that is an interruption; one that was dealt with before, whose
--- hook still stands, is none (see pass).
function M.again(err)
  if M.is(err) then error(err, 0) end
end

--- Goes on with an interruption that a pcall of somebody's function ended with,
--- even if the function has caught it: then the hook of the program still stands.
function M.pass(ok, err)
  if not ok and M.is(err) or debug.gethook() == "external hook" then
    M.raise()
  end
end

return M
