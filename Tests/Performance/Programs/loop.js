const size = 5000;

function pointsWithin(radius) {
  const limit = radius * radius;
  let count = 0;
  for (let x = 0; x < radius; x++) {
    for (let y = 0; y < radius; y++) {
      if (x * x + y * y < limit) count += 1;
    }
  }
  return count;
}

print(pointsWithin(size));
