return function(view)
  print("I see " .. view:count() .. " moves")
  return view:list()[1]
end
