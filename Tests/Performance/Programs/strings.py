size = 1500000


def run(times):
    length = 0
    for i in range(times):
        text = f"item {i} of {times}"
        length += len(text)
    return length


print(run(size))
