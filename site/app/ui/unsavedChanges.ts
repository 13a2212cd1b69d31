/** Unsaved changes of a form's fields, with the stored values that they began from. */
export interface Changes<T> {
  from: Partial<T>;
  to: Partial<T>;
}

export const UNCHANGED = { from: {}, to: {} };

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The entries of an object that differ from another's. */
export const differing = <T extends object>(after: T, before: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof T])),
  ) as Partial<T>;

/** Adds changes of the stored values. */
export function withChanges<T extends object>({ from, to }: Changes<T>, stored: T, values: Partial<T>): Changes<T> {
  const next = differing<Partial<T>>({ ...to, ...values }, stored);
  const former = Object.keys(next).map((name) => [name, ({ ...stored, ...from } as Record<string, unknown>)[name]]);
  return { from: Object.fromEntries(former) as Partial<T>, to: next };
}

/** The changed fields that were also changed elsewhere: the stored value is neither the original one nor the new one. */
export const changedElsewhere = <T extends object>({ from, to }: Changes<T>, stored: T): string[] =>
  Object.keys(differing(to, stored)).filter((name) => !isSame(from[name as keyof T], stored[name as keyof T]));
