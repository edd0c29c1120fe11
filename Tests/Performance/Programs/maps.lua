local size = 1600

local function words(count)
  local words = {}
  for i = 0, count - 1 do words[#words + 1] = "word " .. i end
  return words
end

local function count_words(words)
  local counts = {}
  for _ = 1, 5 do
    for _, word in ipairs(words) do counts[word] = (counts[word] or 0) + 1 end
  end
  return counts
end

local function run(times)
  local text = words(1000)
  local total = 0
  for i = 0, times - 1 do total = total + count_words(text)["word " .. i % 1000] end
  return total
end

print(run(size))
