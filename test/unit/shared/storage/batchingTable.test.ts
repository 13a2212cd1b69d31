import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { BatchingTable } from '../../../../shared/storage/batchingTable.ts';
import { createClient, type Item } from '../../../../shared/storage/table.ts';
import type { Output, ServiceCall } from '../../../support/simulator/calls.ts';
import { sdkConfig } from '../../../support/simulator/sdkClients.ts';

const A = { PK: 'ENP#a', SK: 'ENP' };
const B = { PK: 'ENP#b', SK: 'ENP' };
const ABSENT = { PK: 'ENP#c', SK: 'ENP' };
const STORED = [A, B].map((key) => ({ ...key, name: `at ${key.PK}` }));

const find = ({ PK }: Item) => STORED.find((item) => item.PK === PK);

function answer({ action, input }: ServiceCall): Output {
  if (action === 'GetItem') return { Item: find(input.Key as Item) };
  return { Items: (input.Keys as Item[]).map(find).filter((item) => item !== undefined) };
}

function newTable(respond = answer) {
  const calls: ServiceCall[] = [];
  const config = sdkConfig('dynamodb', async (call) => {
    calls.push(call);
    return respond(call);
  });
  return { table: new BatchingTable(createClient({ ...config, maxAttempts: 1 }), 'Table'), calls };
}

const actionsOf = (calls: ServiceCall[]) => calls.map(({ action }) => action);

describe('items that are asked for at the same time', () => {
  test('are read by one call, and each goes to who asked for it', async () => {
    const { table, calls } = newTable();
    const afterPromises = Promise.resolve().then(() => table.get(B));
    expect(await Promise.all([table.get(A), afterPromises, table.get(ABSENT)])).toEqual([...STORED, undefined]);
    expect(calls).toMatchObject([{ action: 'BatchGetItem', input: { Keys: [A, ABSENT, B] } }]);
  });

  test('are each named once', async () => {
    const { table, calls } = newTable();
    expect(await Promise.all([table.get(A), table.get(A), table.get(B)])).toEqual([STORED[0], ...STORED]);
    expect(calls).toMatchObject([{ input: { Keys: [A, B] } }]);
  });

  test('are asked for again as long as DynamoDB leaves some out', async () => {
    let isFirst = true;
    const { table, calls } = newTable((call) => {
      if (!isFirst) return answer(call);
      isFirst = false;
      return { Items: [STORED[0]], UnprocessedKeys: [B] };
    });
    expect(await Promise.all([table.get(A), table.get(B)])).toEqual(STORED);
    expect(calls).toMatchObject([{ input: { Keys: [A, B] } }, { input: { Keys: [B] } }]);
  });

  test('fail together', async () => {
    const { table } = newTable(() => {
      throw new DynamoDBServiceException({ name: 'ThrottlingException', $fault: 'client', $metadata: {} });
    });
    const settled = await Promise.allSettled([table.get(A), table.get(B)]);
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { name: 'StorageUnavailable' } },
      { status: 'rejected', reason: { name: 'StorageUnavailable' } },
    ]);
  });
});

describe('an item that is asked for alone', () => {
  test('is read by itself, also when two ask for it', async () => {
    const { table, calls } = newTable();
    expect(await Promise.all([table.get(A), table.get(A)])).toEqual([STORED[0], STORED[0]]);
    expect(await table.get(ABSENT)).toBeUndefined();
    expect(actionsOf(calls)).toEqual(['GetItem', 'GetItem']);
  });

  test('or by a part of it is not read with others', async () => {
    const { table, calls } = newTable();
    await Promise.all([table.get(A, 'PK'), table.get(B)]);
    expect(actionsOf(calls)).toEqual(['GetItem', 'GetItem']);
  });
});
