size = 1600


def words(count):
    words = []
    for i in range(count):
        words.append(f"word {i}")
    return words


def count_words(words):
    counts = {}
    for _ in range(5):
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    return counts


def run(times):
    text = words(1000)
    total = 0
    for i in range(times):
        total += count_words(text)[f"word {i % 1000}"]
    return total


print(run(size))
