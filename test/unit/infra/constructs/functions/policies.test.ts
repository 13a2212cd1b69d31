import { describe, expect, test } from '@jest/globals';
import { type RawResource, type SynthesizedStack, synthesizeStacks } from '../../../../support/cloud/stack.ts';
import { EVERYTHING } from '../../../../support/settings.ts';

const stacks = await synthesizeStacks({}, EVERYTHING);

interface Allowed {
  actions: string[];
  resources: string[];
  principal: unknown;
  statement: Record<string, unknown>;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function allowedIn({ resources }: SynthesizedStack): Allowed[] {
  return Object.values(resources).flatMap(({ Properties }: RawResource) =>
    statementsIn(Properties)
      .filter(({ Effect }) => Effect === 'Allow')
      .map((statement) => ({
        actions: listOf(statement.Action).map(textOf),
        resources: listOf(statement.Resource).map(textOf),
        principal: statement.Principal,
        statement,
      })),
  );
}

function statementsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { Statement, ...others } = value as Record<string, unknown>;
  const own = Array.isArray(Statement) && 'Version' in others ? (Statement as Record<string, unknown>[]) : [];
  return [...own, ...Object.values(value).flatMap(own.length > 0 ? () => [] : statementsIn)];
}

/** Actions allowed on every resource, and why. */
const ACTIONS_ON_EVERYTHING: Record<string, string> = {
  'ses:GetAccount': 'it says what the account may send, and knows no resources',
  'xray:PutTraceSegments': 'AWS X-Ray has no resources',
  'xray:PutTelemetryRecords': 'AWS X-Ray has no resources',
  'kms:*': "in a key's own policy, every resource is this key",
  'kms:Decrypt': "in a key's own policy, every resource is this key",
  'kms:GenerateDataKey*': "in a key's own policy, every resource is this key",
};

describe('policies', () => {
  test('explain every action allowed on all resources', () => {
    const onEverything = stacks
      .flatMap(allowedIn)
      .filter(({ resources }) => resources.includes('*'))
      .flatMap(({ actions }) => actions);
    expect([...new Set(onEverything)].sort()).toEqual(Object.keys(ACTIONS_ON_EVERYTHING).sort());
  });

  test('have no NotAction or NotResource', () => {
    for (const { statement } of stacks.flatMap(allowedIn)) {
      for (const name of ['NotAction', 'NotResource', 'NotPrincipal']) expect(statement).not.toHaveProperty(name);
    }
  });

  test('allow nothing to everybody', () => {
    for (const { principal } of stacks.flatMap(allowedIn)) {
      expect(principal).not.toBe('*');
      expect(principal).not.toEqual({ AWS: '*' });
    }
  });
});
