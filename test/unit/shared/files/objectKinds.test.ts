import { describe, expect, test } from '@jest/globals';
import { submittedFile } from '../../../../infra/operator/export/exportFiles.ts';
import * as objectKeys from '../../../../shared/files/objectKeys.ts';
import { OBJECT_KINDS, type ObjectRules } from '../../../../shared/files/objectKinds.ts';
import { removeFilesOfEndpoint } from '../../../../shared/removal/fileRemoval.ts';
import { newId } from '../../../../shared/runtime/newId.ts';

const KINDS: [name: string, kind: ObjectRules][] = Object.entries(OBJECT_KINDS);

describe('the kinds of objects', () => {
  test('include every function that builds a key', () => {
    const { fileKey, uploadKey, ...others } = objectKeys;
    expect(Object.keys(others).filter((name) => name.endsWith('Key'))).toEqual([]);
    const keys = [fileKey('<enp>', '<sub>', '<fil>'), uploadKey('<enp>', '<upl>')];
    expect(KINDS.map(([, { pattern }]) => pattern)).toEqual(keys);
  });

  test.each(KINDS)('%s: are found by their endpoint', (name, { pattern, ofEndpoint }) => {
    expect(pattern.startsWith(ofEndpoint('<enp>'))).toBe(true);
    expect(ofEndpoint('<enp>').startsWith(objectKeys.OBJECT_PREFIX[name as 'files'])).toBe(true);
  });

  test('are written to their files of an export', () => {
    const written = submittedFile({ endpointId: '<enp>', submissionId: '<sub>', fileId: '<fil>' });
    expect(KINDS.flatMap(([, { exported }]) => ('to' in exported ? [exported.to] : []))).toEqual([written]);
  });
});

describe('the removal of an endpoint', () => {
  const endpointId = newId('endpoint');

  test('removes every kind of its objects', async () => {
    const prefixes: string[] = [];
    const removeAll = async (prefix: string) => ({ removed: prefixes.push(prefix), left: false });
    expect(await removeFilesOfEndpoint({ removeAll }, endpointId, () => true)).toEqual({ removed: 1 + 2, left: false });
    expect(prefixes).toEqual(KINDS.map(([, { ofEndpoint }]) => ofEndpoint(endpointId)));
  });

  test('reports leftovers if its time is up within a kind', async () => {
    const bucket = { removeAll: async () => ({ removed: 1, left: true }) };
    expect(await removeFilesOfEndpoint(bucket, endpointId, () => false)).toEqual({ removed: 1, left: true });
  });
});
