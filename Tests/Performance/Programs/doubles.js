const size = 650;

function staysBounded(a, b) {
  let x = 0.0;
  let y = 0.0;
  for (let i = 0; i < 100; i++) {
    const square = x * x - y * y + a;
    y = 2.0 * x * y + b;
    x = square;
    if (x * x + y * y > 4.0) return false;
  }
  return true;
}

function run(width) {
  let count = 0;
  for (let row = 0; row < width; row++) {
    for (let column = 0; column < width; column++) {
      const a = (3.0 * column) / width - 2.0;
      const b = (2.0 * row) / width - 1.0;
      if (staysBounded(a, b)) count += 1;
    }
  }
  return count;
}

print(run(size));
