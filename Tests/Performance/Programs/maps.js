const size = 1600;

function words(count) {
  const words = [];
  for (let i = 0; i < count; i++) words.push(`word ${i}`);
  return words;
}

// A plain object: QuickJS is twice as fast with it as with its Map.
function countWords(words) {
  const counts = {};
  for (let i = 0; i < 5; i++) {
    for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

function run(times) {
  const text = words(1000);
  let total = 0;
  for (let i = 0; i < times; i++) total += countWords(text)[`word ${i % 1000}`];
  return total;
}

print(run(size));
