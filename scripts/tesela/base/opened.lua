-- io.open for optional files: nil means that there is none, or none that can be read. If the
-- machine has no memory or no descriptors, that is unknown, and an error is raised.

local LIMITS = { [12] = true, [23] = true, [24] = true } -- ENOMEM, ENFILE, EMFILE

return function(path, mode)
  local file, why, code = io.open(path, mode or "rb")
  if not file and LIMITS[code] then error(why, 0) end
  return file, why, code
end
