size = 5000


def points_within(radius):
    limit = radius * radius
    count = 0
    for x in range(radius):
        for y in range(radius):
            if x * x + y * y < limit:
                count += 1
    return count


print(points_within(size))
