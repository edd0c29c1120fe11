const size = 2000000;

function sum(a, b) {
  return [a[0] + b[0], a[1] + b[1]];
}

function run(times) {
  let total = 0;
  for (let i = 0; i < times; i++) {
    const pair = sum([i, 1], [1 - i, 2]);
    total += pair[0] + pair[1];
  }
  return total;
}

print(run(size));
