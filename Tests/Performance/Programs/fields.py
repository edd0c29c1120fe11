size = 12000000


class Ball:
    __slots__ = ("position", "speed", "bounces")

    def __init__(self):
        self.position = 0
        self.speed = 3
        self.bounces = 0


def run(times):
    ball = Ball()
    for _ in range(times):
        ball.position += ball.speed
        if ball.position < 0 or ball.position > 1000:
            ball.speed = -ball.speed
            ball.bounces += 1
    return ball.position + ball.bounces


print(run(size))
