local size = 12000000

local function run(times)
  local ball = {position = 0, speed = 3, bounces = 0}
  for _ = 1, times do
    ball.position = ball.position + ball.speed
    if ball.position < 0 or ball.position > 1000 then
      ball.speed = -ball.speed
      ball.bounces = ball.bounces + 1
    end
  end
  return ball.position + ball.bounces
end

print(run(size))
