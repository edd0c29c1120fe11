const size = 12000000;

function run(times) {
  const ball = { position: 0, speed: 3, bounces: 0 };
  for (let i = 0; i < times; i++) {
    ball.position += ball.speed;
    if (ball.position < 0 || ball.position > 1000) {
      ball.speed = -ball.speed;
      ball.bounces += 1;
    }
  }
  return ball.position + ball.bounces;
}

print(run(size));
