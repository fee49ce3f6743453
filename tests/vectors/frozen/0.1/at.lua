return function(list, place, step)
  return list[(math.floor(place * #list) * step) % #list + 1]
end
