const TIMES = 64;
const RUNS = 5;

/**
 * How many times as much processor time work takes on a text as on 64 texts of a 64th of its size: about once if it is
 * linear, 64 times if it is quadratic. Takes the best of several runs, after compilation.
 */
export function growthOf<Data>(dataOf: (size: number) => Data, size: number, work: (data: Data) => unknown): number {
  const [small, large] = [dataOf(size / TIMES), dataOf(size)];
  const [before, after] = [
    leastOf(() => {
      for (let i = 0; i < TIMES; i++) work(small);
    }),
    leastOf(() => work(large)),
  ] as const;
  return after / before;
}

const leastOf = (work: () => void): number => Math.min(...Array.from({ length: RUNS }, () => processorTimeOf(work)));

function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
