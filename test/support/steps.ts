/** The built-in functions by which code goes through a text or looks something up: each call is a step. */
const COUNTED: [prototype: object, names: string[]][] = [
  [Map.prototype, ['get', 'has']],
  [Set.prototype, ['has']],
  [RegExp.prototype, ['exec', 'test']],
  [String.prototype, ['charAt', 'charCodeAt', 'indexOf', 'lastIndexOf', 'includes', 'slice']],
];

/** How many steps some work takes: the same on every machine, unlike time. */
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
