local size = 1200

local function make_list(length)
  if length == 0 then return nil end
  return { value = length, next = make_list(length - 1) }
end

local function is_shorter(x, y)
  local one, other = x, y
  while other do
    if not one then return true end
    one = one.next
    other = other.next
  end
  return false
end

local function tail(x, y, z)
  if not is_shorter(y, x) then return z end
  return tail(tail(x.next, y, z), tail(y.next, z, x), tail(z.next, x, y))
end

local function length(list)
  local rest, count = list, 0
  while rest do
    count = count + 1
    rest = rest.next
  end
  return count
end

local function run(times)
  local total = 0
  for _ = 1, times do total = total + length(tail(make_list(15), make_list(10), make_list(6))) end
  return total
end

print(run(size))
