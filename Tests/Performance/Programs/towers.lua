local size = 250

local function run(times)
  local piles
  local moves = 0
  local function put(disk, pile)
    local top = piles[pile + 1][#piles[pile + 1]]
    if top and top <= disk then moves = -1000000 end
    table.insert(piles[pile + 1], disk)
  end
  local function move(disks, from, to)
    if disks == 1 then
      put(table.remove(piles[from + 1]), to)
      moves = moves + 1
      return
    end
    local other = 3 - from - to
    move(disks - 1, from, other)
    move(1, from, to)
    move(disks - 1, other, to)
  end
  for _ = 1, times do
    piles = { {}, {}, {} }
    for disk = 0, 12 do put(13 - disk, 0) end
    move(13, 0, 1)
  end
  return moves
end

print(run(size))
