local size = 2000000

local function sum(a, b) return {a[1] + b[1], a[2] + b[2]} end

local function run(times)
  local total = 0
  for i = 0, times - 1 do
    local pair = sum({i, 1}, {1 - i, 2})
    total = total + pair[1] + pair[2]
  end
  return total
end

print(run(size))
