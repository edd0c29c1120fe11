local size = 12000000

local function step(amount)
  return function(x) return (x + amount) % 10007 end
end

local function dispatch(times)
  local steps = {step(1), step(20), step(300), step(4000)}
  local x = 0
  for i = 0, times - 1 do x = steps[i % 4 + 1](x) end
  return x
end

print(dispatch(size))
