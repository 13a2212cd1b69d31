import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createClient } from '../../../../../shared/storage/table/client.ts';
import { readTogether } from '../../../../../shared/storage/table/lookup.ts';
import { type Item, Table } from '../../../../../shared/storage/table/table.ts';
import type { ServiceCall, ServiceOutput } from '../../../../support/simulator/calls.ts';
import { sdkConfig } from '../../../../support/simulator/sdkClients.ts';

const A = { PK: 'ENP#a', SK: 'ENP' };
const B = { PK: 'ENP#b', SK: 'ENP' };
const ABSENT = { PK: 'ENP#c', SK: 'ENP' };
const STORED = [A, B].map((key) => ({ ...key, name: `at ${key.PK}` }));

const find = ({ PK }: Item) => STORED.find((item) => item.PK === PK);

function answer({ action, input }: ServiceCall): ServiceOutput {
  if (action === 'GetItem') return { Item: find(input.Key as Item) };
  return { Items: (input.Keys as Item[]).map(find).filter((item) => item !== undefined) };
}

/** A table that records its calls. */
function newTable(respond = answer) {
  const calls: ServiceCall[] = [];
  const config = sdkConfig('dynamodb', async (call) => {
    calls.push(call);
    return respond(call);
  });
  return { table: new Table(createClient({ ...config, maxAttempts: 1 }), 'Table'), calls };
}

const read = async (table: Table, ...keys: (typeof A)[]) => keys.map(await readTogether(table, keys));

describe('items that are read together', () => {
  test('need one call, which names each once', async () => {
    const { table, calls } = newTable();
    expect(await read(table, A, B, ABSENT, A)).toEqual([...STORED, undefined, STORED[0]]);
    expect(calls).toMatchObject([{ action: 'BatchGetItem', input: { Keys: [A, B, ABSENT] } }]);
  });

  test('are requested again while DynamoDB leaves some unprocessed', async () => {
    let isFirst = true;
    const { table, calls } = newTable((call) => {
      if (!isFirst) return answer(call);
      isFirst = false;
      return { Items: [STORED[0]], UnprocessedKeys: [B] };
    });
    expect(await read(table, A, B)).toEqual(STORED);
    expect(calls).toMatchObject([{ input: { Keys: [A, B] } }, { input: { Keys: [B] } }]);
  });

  test('fail together', async () => {
    const { table } = newTable(() => {
      throw new DynamoDBServiceException({ name: 'ThrottlingException', $fault: 'client', $metadata: {} });
    });
    await expect(read(table, A, B)).rejects.toMatchObject({ name: 'StorageUnavailable' });
  });

  test('use GetItem for one item, and no call for none', async () => {
    const { table, calls } = newTable();
    expect(await read(table, A, A)).toEqual([STORED[0], STORED[0]]);
    expect(await read(table, ABSENT)).toEqual([undefined]);
    expect(await read(table)).toEqual([]);
    expect(calls.map(({ action }) => action)).toEqual(['GetItem', 'GetItem']);
  });
});
