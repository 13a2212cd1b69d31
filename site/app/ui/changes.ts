/** Unsaved changes by field, each with the stored value that it began from. */
export type Changes<T> = { [Name in keyof T]?: { from: T[Name]; to: T[Name] } };

const namesOf = <T extends object>(values: T): (keyof T)[] => Object.keys(values) as (keyof T)[];

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The entries of an object that differ from another's. */
export const differing = <T extends object>(after: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof T])),
  ) as Partial<T>;

/** The changes that are left when what is stored is this. */
export const remaining = <T extends object>(changes: Changes<T>, stored: T): Changes<T> =>
  Object.fromEntries(
    Object.entries<Changes<T>[keyof T]>(changes).filter(
      ([name, change]) => !isSame(change?.to, stored[name as keyof T]),
    ),
  ) as Changes<T>;

/** More changes, beginning from what is stored. */
export function withChanges<T extends object>(changes: Changes<T>, stored: T, values: Partial<T>): Changes<T> {
  const all = { ...changes };
  for (const name of namesOf(values)) {
    all[name] = { from: (changes[name] ?? { from: stored[name] }).from, to: values[name] as T[typeof name] };
  }
  return remaining(all, stored);
}

/** The changes that came after those that were saved. */
export const since = <T extends object>(changes: Changes<T>, saved: Changes<T>, stored: T): Changes<T> => {
  const names = namesOf(changes).filter((name) => !isSame(changes[name]?.to, saved[name]?.to));
  return withChanges({}, stored, Object.fromEntries(names.map((name) => [name, changes[name]?.to])) as Partial<T>);
};

/** What is stored, with the changes. */
export const changed = <T extends object>(stored: T, changes: Changes<T>): T => ({
  ...stored,
  ...Object.fromEntries(Object.entries<Changes<T>[keyof T]>(changes).map(([name, change]) => [name, change?.to])),
});

/** The changed fields that were also changed elsewhere: what is stored is neither what they began from nor the same. */
export const changedElsewhere = <T extends object>(changes: Changes<T>, stored: T): (keyof T)[] =>
  namesOf(remaining(changes, stored)).filter((name) => !isSame(changes[name]?.from, stored[name]));
