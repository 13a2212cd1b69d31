import { expect, test } from '@jest/globals';
import { callsOf } from '../../../local/aws/tableCalls.ts';
import { Policy, statementsOf } from '../../../local/functions/policy.ts';
import { functionsOf, single, synthesizeStack } from '../../support/cloud/stack.ts';
import type { Way } from './support/tableWays.ts';
import { TAKEOVERS } from './support/takeovers.ts';

const stack = await synthesizeStack();
const { logicalId: tableName } = single(stack.template.ofType('AWS::DynamoDB::GlobalTable'));

/** The policies by which the local cloud decides as well. */
const POLICIES = functionsOf(stack).map(({ name, properties }) => ({
  name,
  policy: new Policy(statementsOf(stack.template, properties.Role.split('/').at(-1) ?? '')),
}));

const isAllowed = (policy: Policy, way: Way): boolean =>
  callsOf(...way(tableName)).every((call) => policy.allows(call));

test.each(TAKEOVERS)('a compromised function may $what only where docs/threat-model.md says so', ({ by, ways }) => {
  const all = ways();
  const able = POLICIES.filter(({ policy }) => all.some((way) => isAllowed(policy, way)));
  expect(able.map(({ name }) => name).sort()).toEqual([...by].sort());
});
