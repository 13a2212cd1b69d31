import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { RELEASED_GRADUALLY } from '../../../infra/access/index.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { type RawResource, type SynthesizedStack, synthesizeStacks } from '../../support/cloud/stack.ts';
import { type RecordedResource, statefulResourcesOf } from '../../support/cloud/statefulResources.ts';
import { EVERYTHING } from '../../support/settings.ts';

/**
 * Deployed resources with data or an address. Never remove or change an entry: CloudFormation would replace the
 * resource, and its data would be lost. Add new ones.
 */
const RECORDED: Record<string, RecordedResource> = JSON.parse(
  readFileSync(new URL('statefulResources.json', import.meta.url), 'utf8'),
);

const [plain, everything, otherBody] = await synthesizeStacks({}, EVERYTHING, { siteUrl: 'https://forms.example.com' });

/** Resources that an update from the recorded stack to this one would replace or remove. */
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

  test('has every stateful resource on record', () => {
    for (const { resources } of [plain, everything]) {
      expect(Object.keys(statefulResourcesOf(resources)).filter((id) => !(id in RECORDED))).toEqual([]);
    }
  });
});

describe('the template', () => {
  /** CloudFormation takes 500 resources and 1 MB (AWS CloudFormation, "Understand CloudFormation quotas"). */
  const BYTES_MAX = 0.75 * 1_000_000;

  test.each([
    ['by default', 236, plain],
    ['with the fullest settings', 303, everything],
  ])('has %s at most %i resources, and 75 % of CloudFormation’s size limit', (_, resourcesMax, stack) => {
    expect(Object.keys(stack.resources).length).toBeLessThanOrEqual(resourcesMax);
    expect(Buffer.byteLength(JSON.stringify(stack.resources, undefined, 1))).toBeLessThan(BYTES_MAX);
  });

  test('has at most three resources for each operation, apart from alarms', () => {
    const counts = OPERATIONS.filter(({ id }) => id !== RELEASED_GRADUALLY).map(
      ({ id }) => Object.values(plain.resources).filter((resource) => pathOf(resource).includes(`/${id}/`)).length,
    );
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([2, 3]);
  });

  test('has one API for any number of operations, which a changed body redeploys', () => {
    const deploymentOf = ({ resources }: SynthesizedStack) => {
      const types = Object.entries(resources).filter(([, { Type }]) => Type.startsWith('AWS::ApiGateway::'));
      expect(types.map(([, { Type }]) => Type.split('::')[2]).sort()).toEqual(API_TYPES);
      return types.find(([, { Type }]) => Type === 'AWS::ApiGateway::Deployment')?.[0];
    };
    const API_TYPES = ['Account', 'Deployment', 'RestApi', 'Stage'];
    expect(deploymentOf(plain)).not.toBe(deploymentOf(otherBody));
  });
});

const pathOf = (resource: RawResource): string =>
  String((resource as unknown as { Metadata?: Record<string, string> }).Metadata?.['aws:cdk:path'] ?? '');
