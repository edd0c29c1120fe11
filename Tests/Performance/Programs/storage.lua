local size = 500

local function run(times)
  local count = 0
  local function build(depth)
    count = count + 1
    if depth == 1 then return { count, nil, nil } end
    local nodes = {}
    for i = 1, 4 do nodes[i] = build(depth - 1) end
    return nodes
  end
  for _ = 1, times do build(7) end
  return count
end

print(run(size))
