local size = 5000

local function points_within(radius)
  local limit = radius * radius
  local count = 0
  for x = 0, radius - 1 do
    for y = 0, radius - 1 do
      if x * x + y * y < limit then count = count + 1 end
    end
  end
  return count
end

print(points_within(size))
