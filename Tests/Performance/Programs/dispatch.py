size = 12000000


def step(amount):
    return lambda x: (x + amount) % 10007


def dispatch(times):
    steps = [step(1), step(20), step(300), step(4000)]
    x = 0
    for i in range(times):
        x = steps[i % 4](x)
    return x


print(dispatch(size))
