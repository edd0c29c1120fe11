local size = 700

local function run(times)
  local count = 0
  local values
  local function swap(i, j)
    local kept = values[i + 1]
    values[i + 1] = values[j + 1]
    values[j + 1] = kept
  end
  local function permute(n)
    count = count + 1
    if n == 0 then return end
    local last = n - 1
    permute(last)
    for i = 0, last do
      swap(last, last - i)
      permute(last)
      swap(last, last - i)
    end
  end
  for _ = 1, times do
    values = { 0, 1, 2, 3, 4, 5 }
    permute(6)
  end
  return count
end

print(run(size))
