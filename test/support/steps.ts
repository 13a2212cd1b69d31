/** Built-in functions that scan or search: each call counts as a step. */
const COUNTED: [prototype: object, names: string[]][] = [
  [Map.prototype, ['get', 'has']],
  [Set.prototype, ['has']],
  [RegExp.prototype, ['exec', 'test']],
  [String.prototype, ['charAt', 'charCodeAt', 'indexOf', 'lastIndexOf', 'includes', 'slice']],
];

/** Counts the steps of some work, which, unlike time, are the same on every machine. */
export function stepsOf(work: () => unknown): number {
  let steps = 0;
  const originals = COUNTED.flatMap(([prototype, names]) =>
    names.map((name) => [prototype, name, Reflect.get(prototype, name)] as const),
  );
  for (const [prototype, name, original] of originals) {
    Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
      steps++;
      return Reflect.apply(original, this, args);
    });
  }
  try {
    work();
    return steps;
  } finally {
    for (const [prototype, name, original] of originals) Reflect.set(prototype, name, original);
  }
}
