local size = 9000

local free_rows, free_maxs, free_mins, queen_rows

local function filled(count, value)
  local list = {}
  for i = 1, count do list[i] = value end
  return list
end

local function is_free(row, column)
  return free_rows[row + 1] and free_maxs[column + row + 1] and free_mins[column - row + 8]
end

local function set(row, column, value)
  free_rows[row + 1] = value
  free_maxs[column + row + 1] = value
  free_mins[column - row + 8] = value
end

local function place(column)
  for row = 0, 7 do
    if is_free(row, column) then
      queen_rows[row + 1] = column
      set(row, column, false)
      if column == 7 or place(column + 1) then return true end
      set(row, column, true)
    end
  end
  return false
end

local function run(times)
  local total = 0
  for _ = 1, times do
    free_rows = filled(8, true)
    free_maxs = filled(16, true)
    free_mins = filled(16, true)
    queen_rows = filled(8, -1)
    if place(0) then total = total + queen_rows[4] end
  end
  return total
end

print(run(size))
