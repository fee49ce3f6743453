-- A round robin: all against all.

return { title = "round robin", has_places = true }
