import { describe, expect, test } from '@jest/globals';
import { Template } from '../../../../infra/localService/template.ts';
import { type Call, Policy, type RawStatement, statementsOf } from '../../../../local/functions/policy.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table';

type Statement = Omit<RawStatement, 'Effect'>;
const policyOf = (...statements: Statement[]): Policy =>
  new Policy(statements.map((statement) => ({ Effect: 'Allow', ...statement })));

test.each<[what: string, granted: Statement, call: Call, allowed: boolean]>([
  ['one of its actions', { Action: ['a:Get', 'a:Put'], Resource: TABLE }, { action: 'a:Put', resource: TABLE }, true],
  ...['b:Get', 'a:Gets', 'a:G', 'a', ''].map((action): [string, Statement, Call, boolean] => [
    `the action "${action}"`,
    { Action: 'a:Get', Resource: TABLE },
    { action, resource: TABLE },
    false,
  ]),
  ...[`${TABLE}2`, `${TABLE}/stream`, TABLE.slice(0, -1), TABLE.toUpperCase(), '*', ''].map(
    (resource): [string, Statement, Call, boolean] => [
      `the resource "${resource}"`,
      { Action: 'a:Get', Resource: TABLE },
      { action: 'a:Get', resource },
      false,
    ],
  ),
  ['another case of an action', { Action: 'a:Get*', Resource: '*' }, { action: 'a:getObject', resource: 'r' }, true],
  ['a wildcard', { Action: 'a:b', Resource: 'r/202?/*' }, { action: 'a:b', resource: 'r/2026/a/b' }, true],
  ['too few characters', { Action: 'a:b', Resource: 'r/202?/*' }, { action: 'a:b', resource: 'r/202/a' }, false],
  ['a dot as a pattern', { Action: 'a:b', Resource: 'a.b' }, { action: 'a:b', resource: 'aXb' }, false],
])('judges %s', (_what, granted, call, allowed) => {
  expect(policyOf(granted).allows(call)).toBe(allowed);
});

test('requires action and resource in the same statement', () => {
  const policy = policyOf({ Action: 'a:b', Resource: 'a' }, { Action: 'c:d', Resource: 'c' });
  expect(policy.allows({ action: 'a:b', resource: 'c' })).toBe(false);
});

test('does not allow the actions of a removed statement', () => {
  const statements = ['a:b', 'a:c'].map((Action) => ({ Effect: 'Allow', Action, Resource: 'r' }));
  const policy = new Policy(statements, (position) => position === 1);
  expect(['a:b', 'a:c'].map((action) => policy.allows({ action, resource: 'r' }))).toEqual([true, false]);
});

describe('conditions', () => {
  test.each<[operator: string, expected: string | string[], actual: string | string[] | undefined, allowed: boolean]>([
    ['StringEquals', 'A', 'A', true],
    ['StringEquals', 'A', 'B', false],
    ['StringEquals', 'A', undefined, false],
    ['StringEquals', ['A', 'B'], ['A', 'B'], false],
    ['StringLike', '*', ['A', 'B'], false],
    ['ForAllValues:StringEquals', ['A', 'B'], ['B', 'A'], true],
    ['ForAllValues:StringEquals', ['A', 'B'], ['A', 'C'], false],
    ['ForAllValues:StringEquals', ['A*'], ['A1'], false],
    // True without values, as in AWS; `Null` requires some.
    ['ForAllValues:StringEquals', 'A', [], true],
    ['ForAllValues:StringEquals', '*', undefined, false],
    ['ForAllValues:StringLike', ['ENP#*', 'FAILED-NOTES'], ['ENP#1', 'FAILED-NOTES'], true],
    ['ForAllValues:StringLike', ['ENP#*', 'FAILED-NOTES'], ['FAILED-NOTES2'], false],
    ['ForAllValues:StringLike', 'ENP#*', ['ENP#1', 'KEY#1'], false],
    ['ForAllValues:StringLike', 'ENP#*', ['enp#1'], false],
    ['ForAllValues:StringLike', 'ENP#*', ['XENP#1'], false],
    ['ForAllValues:StringLike', 'ENP#*', [], true],
    ['ForAllValues:StringLike', '*', undefined, false],
    ['Null', 'false', [], false],
    ['Null', 'false', ['A'], true],
    ['Null', 'true', [], true],
    ['Null', 'true', ['A'], false],
    ['Null', 'false', undefined, false],
    ['StringEqualsIfExists', ['A', 'B'], [], true],
    ['StringEqualsIfExists', ['A', 'B'], 'B', true],
    ['StringEqualsIfExists', ['A', 'B'], 'C', false],
    ['StringEqualsIfExists', '*', undefined, false],
    // Unknown operators.
    ['IpAddress', 'A', 'A', false],
    ['ForAnyValue:StringEquals', 'A', 'A', false],
    ['StringNotEquals', 'B', 'A', false],
  ])('%s %j of %j: %s', (operator, expected, actual, allowed) => {
    const policy = policyOf({ Action: 'a:b', Resource: '*', Condition: { [operator]: { key: expected } } });
    const context: Record<string, string | string[]> = actual === undefined ? {} : { key: actual };
    expect(policy.allows({ action: 'a:b', resource: 'r', context })).toBe(allowed);
  });
});

test('rejects Deny, which the local cloud does not evaluate', () => {
  expect(() => new Policy([{ Effect: 'Deny', Action: '*', Resource: '*' }])).toThrow('Deny');
});

test('takes no statements from another role', () => {
  const roleWith = (...Statement: object[]) => ({
    Type: 'AWS::IAM::Role',
    Properties: { Policies: [{ PolicyDocument: { Statement } }] },
  });
  const template = new Template('', { Role: roleWith(), Other: roleWith({ Effect: 'Allow' }) });
  expect([statementsOf(template, 'Role'), statementsOf(template, 'Other')]).toEqual([[], [{ Effect: 'Allow' }]]);
});
