size = 650


def stays_bounded(a, b):
    x = 0.0
    y = 0.0
    for _ in range(100):
        square = x * x - y * y + a
        y = 2.0 * x * y + b
        x = square
        if x * x + y * y > 4.0:
            return False
    return True


def run(width):
    count = 0
    for row in range(width):
        for column in range(width):
            a = 3.0 * column / width - 2.0
            b = 2.0 * row / width - 1.0
            if stays_bounded(a, b):
                count += 1
    return count


print(run(size))
