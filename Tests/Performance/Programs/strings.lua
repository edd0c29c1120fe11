local size = 1500000

local function run(times)
  local length = 0
  for i = 0, times - 1 do
    local text = "item " .. i .. " of " .. times
    length = length + #text
  end
  return length
end

print(run(size))
