const size = 12000000;

function step(amount) {
  return (x) => (x + amount) % 10007;
}

function dispatch(times) {
  const steps = [step(1), step(20), step(300), step(4000)];
  let x = 0;
  for (let i = 0; i < times; i++) x = steps[i % 4](x);
  return x;
}

print(dispatch(size));
