import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Resource } from '../../../../../infra/localService/template.ts';
import { functionsOf, ofConstruct, type SynthesizedStack, synthesizeStacks } from '../../../../support/cloud/stack.ts';
import { EVERYTHING } from '../../../../support/settings.ts';

const stacks = await synthesizeStacks({}, EVERYTHING);

const buckets = ({ template }: SynthesizedStack): readonly Resource[] => template.ofType('AWS::S3::Bucket');
const fileBucket = (stack: SynthesizedStack): Resource => ofConstruct('FileBucket', buckets(stack));
/** The name of a bucket's construct, a prefix of its logical id. */
const nameOf = ({ logicalId }: Resource): string => logicalId.replace(/[0-9A-F]{8}$/, '');

describe('the bucket of files', () => {
  test('lets no function list, read or remove versions', () => {
    for (const stack of stacks) {
      const actions = functionsOf(stack).flatMap(({ statements }) => statements.flatMap(({ Action }) => Action));
      expect(actions).toContain('s3:DeleteObject');
      expect(actions.filter((action) => /version/i.test(action))).toEqual([]);
    }
  });

  test('has no access log, because browsers reach it; the documents say which buckets have one', () => {
    const operations = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
    const [, what = ''] = /^\| ([^|]+) \| bucket `AccessLogs` \|/m.exec(operations) ?? [];
    const named = [...what.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    for (const stack of stacks) {
      const logged = buckets(stack).filter(({ properties }) => properties.LoggingConfiguration);
      expect(logged.map(nameOf).sort()).toEqual(named.sort());
      expect(logged.filter(({ properties }) => properties.CorsConfiguration)).toEqual([]);
      expect(nameOf(fileBucket(stack))).toBe('FileBucket');
      expect(named).not.toContain('FileBucket');
    }
  });
});
