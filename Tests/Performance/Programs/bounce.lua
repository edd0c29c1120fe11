local size = 1200

local abs = math.abs

local function next_seed(seed) return (seed * 1309 + 13849) % 65536 end

local function make_balls(count)
  local balls = {}
  local seed = 74755
  for i = 1, count do
    local x = next_seed(seed)
    local y = next_seed(x)
    local x_speed = next_seed(y)
    seed = next_seed(x_speed)
    balls[i] = {
      x = x % 500, y = y % 500, x_speed = x_speed % 300 - 150, y_speed = seed % 300 - 150,
    }
  end
  return balls
end

local function bounce()
  local balls = make_balls(100)
  local bounces = 0
  for _ = 1, 50 do
    for i = 1, #balls do
      local ball = balls[i]
      ball.x = ball.x + ball.x_speed
      ball.y = ball.y + ball.y_speed
      if ball.x > 500 then
        ball.x = 500
        ball.x_speed = -abs(ball.x_speed)
        bounces = bounces + 1
      end
      if ball.x < 0 then
        ball.x = 0
        ball.x_speed = abs(ball.x_speed)
        bounces = bounces + 1
      end
      if ball.y > 500 then
        ball.y = 500
        ball.y_speed = -abs(ball.y_speed)
        bounces = bounces + 1
      end
      if ball.y < 0 then
        ball.y = 0
        ball.y_speed = abs(ball.y_speed)
        bounces = bounces + 1
      end
    end
  end
  return bounces
end

local function run(times)
  local total = 0
  for _ = 1, times do total = total + bounce() end
  return total
end

print(run(size))
