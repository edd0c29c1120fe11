size = 2000000


def sum(a, b):
    return [a[0] + b[0], a[1] + b[1]]


def run(times):
    total = 0
    for i in range(times):
        pair = sum([i, 1], [1 - i, 2])
        total += pair[0] + pair[1]
    return total


print(run(size))
