import { expect, jest, test } from '@jest/globals';
import { DynamoDb } from '../../../../local/aws/dynamodb.ts';
import { respondJson } from '../../../../local/http/http.ts';
import { close, listen, newServer } from '../../../../local/http/ports.ts';

test.each([
  ['backend: database disk image is malformed', true],
  ['backend: Conversion error from type Text at index: 2, invalid utf-8 sequence of 1 bytes from index 207', true],
  ['file is not a database', true],
  ['database or disk is full', false],
])('the engine’s response “%s” means a damaged database: %s', async (message, isDamaged) => {
  const server = newServer((_incoming, outgoing) => respondJson(outgoing, { message }, 500));
  const db = new DynamoDb(await listen(server, 0));
  const onDamage = jest.fn();
  db.onDamage = onDamage;
  for (let i = 0; i < 2; i++) expect((await db.send('DynamoDB_20120810.Scan', '{}')).status).toBe(500);
  expect(db.isDamaged).toBe(isDamaged);
  expect(onDamage.mock.calls).toEqual(isDamaged ? [[message]] : []);
  await close(server);
});

test.each(['<p>database disk image is malformed</p>', '"malformed"', '{"malformed":true}'])(
  'a response other than JSON with a message also means a damaged database: %s',
  async (text) => {
    const server = newServer((_incoming, outgoing) => void outgoing.writeHead(500).end(text));
    const db = new DynamoDb(await listen(server, 0));
    const onDamage = jest.fn();
    db.onDamage = onDamage;
    expect((await db.send('DynamoDB_20120810.PutItem', '{}')).status).toBe(500);
    expect([db.isDamaged, onDamage.mock.calls]).toEqual([true, [[text]]]);
    await expect(db.call('DynamoDB_20120810.PutItem', {})).rejects.toThrow('DynamoDB responded with 500');
    await close(server);
  },
);

test('writes are counted, for the readers of the stream', () => {
  const db = new DynamoDb('http://127.0.0.1');
  for (const action of ['GetItem', 'Query', 'PutItem', 'DynamoDB_20120810.TransactWriteItems']) db.note(action);
  expect(db.writes.count).toBe(2);
});

test('an unreachable address is not mistaken for a stopped engine', async () => {
  const db = new DynamoDb('http://255.255.255.255');
  await expect(db.send('DynamoDB_20120810.Scan', '{}')).rejects.toThrow('connect');
});
