local size = 250000

local sqrt = math.sqrt

local function make_bodies()
  return {
    { x = 0.0, y = 0.0, z = 0.0, vx = 0.0, vy = 0.0, vz = 0.0, mass = 39.5 },
    { x = 4.8, y = -1.2, z = -0.1, vx = 0.6, vy = 2.8, vz = 0.0, mass = 0.04 },
    { x = 8.3, y = 4.1, z = -0.4, vx = -1.0, vy = 1.8, vz = 0.0, mass = 0.01 },
    { x = 12.9, y = -15.1, z = -0.2, vx = 1.1, vy = 0.9, vz = 0.0, mass = 0.002 },
    { x = 15.4, y = -25.9, z = 0.2, vx = 1.0, vy = 0.6, vz = 0.0, mass = 0.002 },
  }
end

local function run(steps)
  local bodies = make_bodies()
  for _ = 1, steps do
    for i = 1, #bodies do
      local a = bodies[i]
      for j = i + 1, #bodies do
        local b = bodies[j]
        local dx = a.x - b.x
        local dy = a.y - b.y
        local dz = a.z - b.z
        local distance = dx * dx + dy * dy + dz * dz
        local force = 0.01 / (distance * sqrt(distance))
        local one = b.mass * force
        a.vx = a.vx - dx * one
        a.vy = a.vy - dy * one
        a.vz = a.vz - dz * one
        local other = a.mass * force
        b.vx = b.vx + dx * other
        b.vy = b.vy + dy * other
        b.vz = b.vz + dz * other
      end
    end
    for i = 1, #bodies do
      local body = bodies[i]
      body.x = body.x + body.vx * 0.01
      body.y = body.y + body.vy * 0.01
      body.z = body.z + body.vz * 0.01
    end
  end
  return math.floor(bodies[2].x * bodies[2].x * 1000)
end

print(run(size))
