local size = 1500

-- The list begins at 1, so the number n stands at n + 1.
local function primes(limit)
  local is_prime = {}
  for _ = 1, limit do is_prime[#is_prime + 1] = true end
  local count = 0
  for i = 2, limit - 1 do
    if is_prime[i + 1] then
      count = count + 1
      local multiple = i * i
      while multiple < limit do
        is_prime[multiple + 1] = false
        multiple = multiple + i
      end
    end
  end
  return count
end

local function sieve(times)
  local count = 0
  for _ = 1, times do count = count + primes(5000) end
  return count
end

print(sieve(size))
