local size = 650

local function stays_bounded(a, b)
  local x = 0.0
  local y = 0.0
  for _ = 1, 100 do
    local square = x * x - y * y + a
    y = 2.0 * x * y + b
    x = square
    if x * x + y * y > 4.0 then return false end
  end
  return true
end

local function run(width)
  local count = 0
  for row = 0, width - 1 do
    for column = 0, width - 1 do
      local a = 3.0 * column / width - 2.0
      local b = 2.0 * row / width - 1.0
      if stays_bounded(a, b) then count = count + 1 end
    end
  end
  return count
end

print(run(size))
