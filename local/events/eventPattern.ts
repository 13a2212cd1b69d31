export type Pattern = { [field: string]: Pattern | unknown[] };

/**
 * True if an event matches a filter pattern. Each field is a list of allowed values or a nested pattern. Only the
 * operators that the stack uses are supported.
 * @throws Error for an unknown operator, rather than matching too much
 */
export function matches(event: unknown, pattern: Pattern): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const actual = (event as Record<string, unknown> | undefined)?.[field];
    return Array.isArray(expected)
      ? expected.some((rule) => matchesRule(actual, rule))
      : actual !== undefined && matches(actual, expected);
  });
}

function matchesRule(actual: unknown, rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return actual === rule;
  const [[operator, operand] = ['', undefined]] = Object.entries(rule);
  if (operator === 'prefix') return typeof actual === 'string' && actual.startsWith(String(operand));
  if (operator === 'exists') return (actual !== undefined) === operand;
  throw new Error(`The local cloud does not support the filter operator ${operator}.`);
}
