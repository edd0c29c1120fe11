const size = 1500000;

function run(times) {
  let length = 0;
  for (let i = 0; i < times; i++) {
    const text = `item ${i} of ${times}`;
    length += text.length;
  }
  return length;
}

print(run(size));
