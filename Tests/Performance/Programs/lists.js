const size = 1500;

function primes(limit) {
  const isPrime = [];
  for (let i = 0; i < limit; i++) isPrime.push(true);
  let count = 0;
  for (let i = 2; i < limit; i++) {
    if (isPrime[i]) {
      count += 1;
      let multiple = i * i;
      while (multiple < limit) {
        isPrime[multiple] = false;
        multiple += i;
      }
    }
  }
  return count;
}

function sieve(times) {
  let count = 0;
  for (let i = 0; i < times; i++) count += primes(5000);
  return count;
}

print(sieve(size));
