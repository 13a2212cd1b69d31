import { describe, expect, test } from '@jest/globals';
import { Template } from '../../../../infra/localService/template.ts';
import { Policy, statementsOf } from '../../../../local/functions/policy.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table';

const roleWith = (...statements: Record<string, unknown>[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    Policies: [{ PolicyDocument: { Statement: statements.map((statement) => ({ Effect: 'Allow', ...statement })) } }],
  },
});

const policyOf = (...statements: Record<string, unknown>[]): Policy =>
  new Policy(statementsOf(new Template('', { Role: roleWith(...statements) }), 'Role'));

describe('a policy', () => {
  test('allows its statements and nothing else', () => {
    const policy = policyOf({ Action: ['dynamodb:GetItem', 'dynamodb:PutItem'], Resource: TABLE });
    expect(policy.allows({ action: 'dynamodb:GetItem', resource: TABLE })).toBe(true);
    expect(policy.allows({ action: 'dynamodb:PutItem', resource: TABLE })).toBe(true);
    for (const action of ['dynamodb:Query', 'dynamodb:GetItems', 'dynamodb:Get', 'sqs:GetItem', '']) {
      expect({ action, allowed: policy.allows({ action, resource: TABLE }) }).toEqual({ action, allowed: false });
    }
    for (const resource of [`${TABLE}2`, `${TABLE}/stream`, TABLE.slice(0, -1), TABLE.toUpperCase(), '*', '']) {
      const allowed = policy.allows({ action: 'dynamodb:GetItem', resource });
      expect({ resource, allowed }).toEqual({ resource, allowed: false });
    }
  });

  test('does not allow the actions of a removed statement', () => {
    const statements = ['dynamodb:GetItem', 'dynamodb:PutItem'].map((Action) => ({ Action, Resource: TABLE }));
    const policy = new Policy(
      statementsOf(new Template('', { Role: roleWith(...statements) }), 'Role'),
      (position) => position === 1,
    );
    const allowed = statements.map(({ Action: action }) => policy.allows({ action, resource: TABLE }));
    expect(allowed).toEqual([true, false]);
  });

  test('requires action and resource in the same statement', () => {
    const policy = policyOf(
      { Action: 'dynamodb:GetItem', Resource: TABLE },
      { Action: 'sqs:SendMessage', Resource: 'q' },
    );
    expect(policy.allows({ action: 'sqs:SendMessage', resource: TABLE })).toBe(false);
    expect(policy.allows({ action: 'dynamodb:GetItem', resource: 'q' })).toBe(false);
  });

  test('knows wildcards, and disregards the case of actions as AWS does', () => {
    const policy = policyOf({ Action: 's3:Get*', Resource: 'arn:aws:s3:::bucket/202?/*' });
    expect(policy.allows({ action: 's3:getObject', resource: 'arn:aws:s3:::bucket/2026/a/b' })).toBe(true);
    expect(policy.allows({ action: 's3:PutObject', resource: 'arn:aws:s3:::bucket/2026/a' })).toBe(false);
    expect(policy.allows({ action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/20266' })).toBe(false);
  });

  test('escapes dots in resource patterns', () => {
    const policy = policyOf({ Action: 'ses:SendEmail', Resource: 'identity/a.b' });
    expect(policy.allows({ action: 'ses:SendEmail', resource: 'identity/aXb' })).toBe(false);
  });

  test('holds its conditions against the call', () => {
    const policy = policyOf({
      Action: 'ses:SendEmail',
      Resource: '*',
      Condition: { StringEquals: { 'ses:FromAddress': 'forms@example.com' } },
    });
    const allows = (context?: Record<string, string>) =>
      policy.allows({ action: 'ses:SendEmail', resource: 'any', ...(context ? { context } : {}) });
    expect(allows({ 'ses:FromAddress': 'forms@example.com' })).toBe(true);
    expect(allows({ 'ses:FromAddress': 'other@example.com' })).toBe(false);
    expect(allows()).toBe(false);
  });

  test('grants nothing with an unknown condition operator', () => {
    const policy = policyOf({
      Action: 'a:b',
      Resource: '*',
      Condition: { IpAddress: { 'aws:SourceIp': '127.0.0.1' } },
    });
    const call = { action: 'a:b', resource: 'any', context: { 'aws:SourceIp': '127.0.0.1' } };
    expect(policy.allows(call)).toBe(false);
  });

  describe('conditions on several values', () => {
    const KEY = 'dynamodb:LeadingKeys';
    const allows = (operator: string, expected: string | string[], actual?: string | string[]) =>
      policyOf({ Action: 'a:b', Resource: '*', Condition: { [operator]: { [KEY]: expected } } }).allows({
        action: 'a:b',
        resource: 'any',
        context: actual === undefined ? {} : { [KEY]: actual },
      });

    test.each<[operator: string, expected: string | string[], actual: string[], allowed: boolean]>([
      ['ForAllValues:StringEquals', ['A', 'B'], ['A'], true],
      ['ForAllValues:StringEquals', ['A', 'B'], ['B', 'A'], true],
      ['ForAllValues:StringEquals', ['A', 'B'], ['A', 'C'], false],
      ['ForAllValues:StringEquals', ['A*'], ['A1'], false],
      ['ForAllValues:StringLike', ['ENP#*', 'FAILED-NOTES'], ['ENP#1', 'FAILED-NOTES'], true],
      ['ForAllValues:StringLike', ['ENP#*', 'FAILED-NOTES'], ['FAILED-NOTES2'], false],
      ['ForAllValues:StringLike', 'ENP#*', ['ENP#1', 'KEY#1'], false],
      ['ForAllValues:StringLike', 'ENP#*', ['enp#1'], false],
      ['ForAllValues:StringLike', 'ENP#*', ['XENP#1'], false],
    ])('%s %j of %j: %s', (operator, expected, actual, allowed) => {
      expect(allows(operator, expected, actual)).toBe(allowed);
    });

    test('`ForAllValues` is true without values, as in AWS, and `Null` requires some', () => {
      expect(allows('ForAllValues:StringLike', 'ENP#*', [])).toBe(true);
      expect(allows('ForAllValues:StringEquals', 'A', [])).toBe(true);
      expect(allows('Null', 'false', [])).toBe(false);
      expect(allows('Null', 'false', ['KEY#1'])).toBe(true);
      expect(allows('Null', 'true', [])).toBe(true);
      expect(allows('Null', 'true', ['KEY#1'])).toBe(false);
    });

    test('`IfExists` is true if the key is absent', () => {
      expect(allows('StringEqualsIfExists', ['A', 'B'], [])).toBe(true);
      expect(allows('StringEqualsIfExists', ['A', 'B'], 'B')).toBe(true);
      expect(allows('StringEqualsIfExists', ['A', 'B'], 'C')).toBe(false);
    });

    test('a condition on one value is false for two', () => {
      expect(allows('StringEquals', ['A', 'B'], ['A', 'B'])).toBe(false);
      expect(allows('StringLike', '*', ['A', 'B'])).toBe(false);
    });

    test.each(['ForAllValues:StringEquals', 'ForAllValues:StringLike', 'StringEqualsIfExists', 'Null'])(
      '%s with an unknown condition key denies',
      (operator) => expect(allows(operator, ['false', '*'])).toBe(false),
    );

    test.each(['ForAnyValue:StringEquals', 'ForAllValues:StringNotEquals', 'StringNotEquals'])(
      'the unknown operator %s denies',
      (operator) => expect(allows(operator, 'A', 'A')).toBe(false),
    );
  });

  test('with a Deny is rejected, because the local cloud does not evaluate it', () => {
    expect(() => policyOf({ Effect: 'Deny', Action: '*', Resource: '*' })).toThrow('Deny');
  });

  test('of another role grants nothing', () => {
    const template = new Template('', { Role: roleWith(), Other: roleWith({ Action: 'a:b', Resource: '*' }) });
    expect(new Policy(statementsOf(template, 'Role')).allows({ action: 'a:b', resource: 'any' })).toBe(false);
    expect(new Policy(statementsOf(template, 'Other')).allows({ action: 'a:b', resource: 'any' })).toBe(true);
  });
});
