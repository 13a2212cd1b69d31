type Pattern = { [field: string]: Pattern | unknown[] };

/**
 * Whether an event fits a filter of an event source mapping. Each field of the pattern is a list of allowed
 * values or an inner pattern; of AWS's operators those are known that the stack uses.
 * @throws Error for an operator that is not known, rather than to match too much
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
  throw new Error(`The local cloud does not know the filter operator ${operator}.`);
}
