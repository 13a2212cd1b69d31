import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { EVERYTHING } from '../../support/settings.ts';
import { type RawResource, type SynthesizedStack, synthesizeStacks } from '../../support/stack.ts';
import { type RecordedResource, statefulResourcesOf } from '../../support/statefulResources.ts';

/**
 * Deployed resources with data or an address. Never remove or change an entry: CloudFormation would replace the
 * resource, and its data would be lost. Add new ones.
 */
const RECORDED: Record<string, RecordedResource> = JSON.parse(
  readFileSync(new URL('statefulResources.json', import.meta.url), 'utf8'),
);

const [plain, everything] = await synthesizeStacks({}, EVERYTHING);

/** What updating the recorded stack to this one would replace or remove. */
function lostBy(resources: Record<string, RawResource>): string[] {
  const now = statefulResourcesOf(resources);
  return Object.keys(RECORDED).filter((id) => JSON.stringify(now[id]) !== JSON.stringify(RECORDED[id]));
}

describe('an update of a deployed stack', () => {
  test.each<[string, SynthesizedStack]>([
    ['with the same settings', plain],
    ['that adds every setting there is', everything],
  ])('%s replaces and removes nothing that holds data or an address', (_what, { resources }) => {
    expect(lostBy(resources)).toEqual([]);
  });

  test('is of a stack all of whose such resources are recorded', () => {
    for (const { resources } of [plain, everything]) {
      expect(Object.keys(statefulResourcesOf(resources)).filter((id) => !(id in RECORDED))).toEqual([]);
    }
  });

  const table = () => Object.entries(plain.resources).find(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable');

  test('is found out when it replaces the table, by another key or under another id', () => {
    const [id = '', resource] = table() ?? [];
    const withTable = (more: Record<string, RawResource>) =>
      lostBy({ ...Object.fromEntries(Object.entries(plain.resources).filter(([each]) => each !== id)), ...more });
    const changed = { ...(resource as RawResource) };
    changed.Properties = { ...changed.Properties, KeySchema: [{ AttributeName: 'Id', KeyType: 'HASH' }] };
    expect(withTable({ [id]: resource as RawResource })).toEqual([]);
    expect(withTable({ [id]: changed })).toEqual([id]);
    expect(withTable({ Renamed: resource as RawResource })).toEqual([id]);
  });

  test('keeps what people entrust to it even if it were replaced or removed', () => {
    const policies = Object.entries(plain.resources)
      .filter(([, { Type }]) => ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket'].includes(Type))
      .map(([id, { DeletionPolicy, ...others }]) => [
        id.replace(/[0-9A-F]{8}$/, ''),
        DeletionPolicy,
        (others as unknown as { UpdateReplacePolicy: string }).UpdateReplacePolicy,
      ]);
    expect(policies.sort()).toEqual([
      // Every deployment fills it again.
      ['AccessLogs', 'RetainExceptOnCreate', 'Retain'],
      ['FailedRecords', 'RetainExceptOnCreate', 'Retain'],
      ['FileBucket', 'RetainExceptOnCreate', 'Retain'],
      ['SiteBucket', 'Delete', 'Delete'],
      ['Table', 'Retain', 'Retain'],
    ]);
  });
});

describe('the template', () => {
  const RESOURCES_MAX = 500;
  const OPERATIONS_TO_COME = 13;
  /** Function, role, permission, method, and a path with its fallback. */
  const RESOURCES_OF_OPERATION = 6;

  test.each([
    ['by default', 375, plain],
    ['with the fullest settings', 420, everything],
  ])('has %s at most %i resources', (_, resourcesMax, { resources }) => {
    expect(Object.keys(resources).length).toBeLessThanOrEqual(resourcesMax);
  });

  test('has room, with the fullest settings, for thirteen more operations, within what CloudFormation takes', () => {
    const count = Object.keys(everything.resources).length;
    expect(count).toBeGreaterThan(200);
    expect(count + OPERATIONS_TO_COME * RESOURCES_OF_OPERATION).toBeLessThanOrEqual(RESOURCES_MAX);
  });

  test('gives an operation no more resources than that counts on', () => {
    const { template } = everything;
    const own = Object.values(everything.resources).filter((resource) =>
      /\/(?:createKey|FunctionErrors-createKey)\//.test(pathOf(resource)),
    ).length;
    const methods = template.ofType('AWS::ApiGateway::Method').length;
    const paths = template.ofType('AWS::ApiGateway::Resource').length;
    const permissions = template.ofType('AWS::Lambda::Permission').length;
    const operations = template
      .ofType('AWS::ApiGateway::Method')
      .filter(({ properties }) => properties.HttpMethod !== 'ANY').length;
    expect(own).toBe(2);
    expect(own + (methods + paths + permissions) / operations).toBeLessThanOrEqual(RESOURCES_OF_OPERATION + 0.5);
  });
});

const pathOf = (resource: RawResource): string =>
  String((resource as unknown as { Metadata?: Record<string, string> }).Metadata?.['aws:cdk:path'] ?? '');
