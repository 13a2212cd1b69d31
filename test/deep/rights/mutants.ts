import { type Call, Policy, type RawStatement } from '../../../local/functions/policy.ts';
import { KEY_ATTRIBUTES } from '../../../shared/storage/table/partitions.ts';

/** A policy without one action, resource, condition, or value of a condition. */
export interface Mutant {
  name: string;
  /** The position of the changed statement. */
  position: number;
  statements: RawStatement[];
  /** True if it allows more than the policy does. */
  isWider: boolean;
}

const listOf = (value: string | string[]): string[] => [value].flat();
const without = (value: string | string[], one: string): string[] => listOf(value).filter((each) => each !== one);

/** Every mutant of a policy. */
export const mutantsOf = (statements: readonly RawStatement[]): Mutant[] =>
  statements.flatMap((statement, position) => {
    const mutant = (what: string, changed: Partial<RawStatement>, isWider = false): Mutant => ({
      name: `${what} of statement ${position}, ${listOf(statement.Action).join(', ')}`,
      position,
      statements: statements.with(position, { ...statement, ...changed }),
      isWider,
    });
    return [
      ...listOf(statement.Action).map((one) => mutant(one, { Action: without(statement.Action, one) })),
      ...listOf(statement.Resource).map((one) => mutant(one, { Resource: without(statement.Resource, one) })),
      ...conditionsOf(statement).flatMap(([operator, key, values]) => [
        mutant(`the condition ${operator} ${key}`, { Condition: changed(statement, operator, key) }, true),
        ...listOf(values)
          .filter((value) => operator !== 'Null' && !(KEY_ATTRIBUTES as readonly string[]).includes(value))
          .map((value) =>
            mutant(`${value} in ${key}`, { Condition: changed(statement, operator, key, without(values, value)) }),
          ),
      ]),
    ];
  });

const conditionsOf = ({ Condition = {} }: RawStatement) =>
  Object.entries(Condition).flatMap(([operator, tests]) =>
    Object.entries(tests).map(([key, values]) => [operator, key, values] as const),
  );

/** A statement's conditions with other values for one of them, or without it. */
function changed({ Condition = {} }: RawStatement, operator: string, key: string, values?: string[]) {
  const { [key]: _, ...others } = Condition[operator] ?? {};
  return { ...Condition, [operator]: values ? { ...others, [key]: values } : others };
}

const STRANGE = 'strange';

/**
 * Calls that a statement by itself must deny, one for each condition: a call that it allows, in which only the value
 * that the condition is about differs.
 */
export function foreignCalls(statement: RawStatement): Call[] {
  const context = Object.fromEntries(
    conditionsOf(statement)
      .filter(([operator]) => operator !== 'Null')
      .map(([, key, values]): [string, string[]] => [key, [typicalOf(values)]]),
  );
  const [action = '', resource = ''] = [listOf(statement.Action)[0], listOf(statement.Resource)[0]?.replace('*', 'x')];
  return conditionsOf(statement).map(([operator, key]) => ({
    action,
    resource,
    context: { ...context, [key]: operator === 'Null' ? [] : [STRANGE] },
  }));
}

const typicalOf = (values: string | string[]): string => listOf(values)[0]?.replace('*', 'x') ?? '';

/** True if a test notices the mutant: a call of a test is denied, or a foreign call is allowed. */
export function isNoticed(
  { statements, position, isWider }: Mutant,
  before: RawStatement,
  calls: readonly Call[],
): boolean {
  if (!isWider) {
    const policy = new Policy(statements);
    return calls.some((call) => !policy.allows(call));
  }
  const alone = new Policy([statements[position] as RawStatement]);
  return foreignCalls(before).some((call) => alone.allows(call));
}
