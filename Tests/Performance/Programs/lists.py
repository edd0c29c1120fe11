size = 1500


def primes(limit):
    is_prime = []
    for _ in range(limit):
        is_prime.append(True)
    count = 0
    for i in range(2, limit):
        if is_prime[i]:
            count += 1
            multiple = i * i
            while multiple < limit:
                is_prime[multiple] = False
                multiple += i
    return count


def sieve(times):
    count = 0
    for _ in range(times):
        count += primes(5000)
    return count


print(sieve(size))
