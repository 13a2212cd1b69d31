import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { DynamoDb } from '../../../../local/aws/dynamodb.ts';
import { type Engine, startEngine } from '../../../../local/aws/engine.ts';
import { engineBinary } from '../../../../local/aws/engineBinary.ts';
import { type Positions, StreamTrim } from '../../../../local/events/streamTrim.ts';
import { freePort } from '../../../../local/http/ports.ts';
import { removeFolder } from '../../../support/cloud/cloudProcess.ts';
import { launchProgram } from '../../../support/commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'forms-engine-'));
afterAll(() => removeFolder(folder));

test('the engine has no authentication, so it listens at a new one of 16 million loopback addresses each time', async () => {
  const hosts = new Set<string>();
  for (let i = 0; i < 2; i++) {
    const engine = await startEngine(folder);
    hosts.add(new URL(engine.endpoint).hostname);
    await engine.stop();
  }
  expect([...hosts]).toEqual([expect.stringMatching(/^127\./), expect.stringMatching(/^127\./)]);
  expect([...hosts]).not.toContain('127.0.0.1');
});

test('a new database gets the index that keeps writes fast; an existing one stays', async () => {
  const data = mkdtempSync(join(folder, 'data-'));
  await (await startEngine(data)).stop();
  const database = new sqlite.Database(join(data, 'table.sqlite'));
  database.exec('PRAGMA locking_mode=EXCLUSIVE');
  expect(database.all("SELECT name FROM sqlite_master WHERE name = 'stream_records_by_number'")).toHaveLength(1);
  database.exec('CREATE TABLE kept (id INTEGER)');
  database.close();
  await (await startEngine(data)).stop();
  expect(readFileSync(join(data, 'table.sqlite'), 'latin1')).toContain('CREATE TABLE kept');
});

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Waits until a condition holds; only the test's timeout limits it. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

test('the engine ends with the process that started it, even when that is killed with SIGKILL', async () => {
  const module = pathToFileURL('local/aws/engine.ts').href;
  const program = `
    const { startEngine } = await import(${JSON.stringify(module)});
    console.log((await startEngine(${JSON.stringify(folder)})).endpoint);`;
  const holder = launchProgram(process.execPath, '--import', 'tsx', '--input-type=module', '--eval', program);
  await until(() => holder.printed().stdout.endsWith('\n'));
  const endpoint = holder.printed().stdout.trim();
  expect(await answers(endpoint)).toBe(true);
  holder.kill('SIGKILL');
  await until(async () => !(await answers(endpoint)));
});

const KEYS = ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
const TABLE = {
  TableName: 'Table',
  KeySchema: KEYS.map(({ AttributeName }, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
  AttributeDefinitions: KEYS,
  BillingMode: 'PAY_PER_REQUEST',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
};
const item = (number: number) => ({ PK: { S: 'pk' }, SK: { S: String(number) }, text: { S: 'x'.repeat(500) } });

describe('a database', () => {
  /** With a table of 50 items. */
  const whole = join(folder, 'whole');
  beforeAll(async () => {
    mkdirSync(whole);
    const engine = await startEngine(whole);
    const db = new DynamoDb(engine.endpoint);
    await db.call('DynamoDB_20120810.CreateTable', TABLE);
    for (let i = 0; i < 50; i++) await db.call('DynamoDB_20120810.PutItem', { TableName: 'Table', Item: item(i) });
    await engine.stop();
  });

  function copy(): { data: string; file: string } {
    const data = mkdtempSync(join(folder, 'data-'));
    cpSync(whole, data, { recursive: true });
    return { data, file: join(data, 'table.sqlite') };
  }

  test.each([
    ['truncated', (file: string) => truncateSync(file, 20_000)],
    ['garbled', (file: string) => writeFileSync(file, Buffer.alloc(50_000, 'abc'))],
    ['partly zero', (file: string) => writeFileSync(file, readFileSync(file).fill(0, 30_000))],
    [
      'changed in an item',
      (file: string) => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0xff, bytes.lastIndexOf('xxxx') - 50, bytes.lastIndexOf('xxxx') - 40));
      },
    ],
  ])('that is %s is rejected by name, with instructions', async (_how, damage) => {
    const { data, file } = copy();
    damage(file);
    await expect(startEngine(data)).rejects.toThrow(
      new RegExp(`^The table in ${file} is damaged \\(.+\\)\\. .*Put back a copy .*--data.*--new`),
    );
  });

  test('removes stream records that every reader has passed, and no others', async () => {
    const { data } = copy();
    const engine = await startEngine(data);
    const db = new DynamoDb(engine.endpoint);
    const call = <T>(action: string, input: object) => db.call<T>(`DynamoDBStreams_20120810.${action}`, input);
    const { Table } = await db.call<{ Table: { LatestStreamArn: string } }>('DynamoDB_20120810.DescribeTable', TABLE);
    const StreamArn = Table.LatestStreamArn;
    const { StreamDescription } = await call<{ StreamDescription: { Shards: [{ ShardId: string }] } }>(
      'DescribeStream',
      { StreamArn },
    );
    const [{ ShardId }] = StreamDescription.Shards;
    const shard = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const numbers = async () => {
      const iterator = await call<object>('GetShardIterator', shard);
      const { Records } = await call<{ Records: { dynamodb: { SequenceNumber: string } }[] }>('GetRecords', iterator);
      return Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
    };
    const readers: { positions: Positions }[] = [{ positions: { [ShardId]: '50' } }, { positions: {} }];
    const trim = new StreamTrim(db, StreamArn, readers);
    await trim.trim();
    expect(await numbers()).toHaveLength(50);
    readers[1] = { positions: { [ShardId]: '9' } };
    await trim.trim();
    expect((await numbers())[0]).toBe(9);
    readers[1] = { positions: { [ShardId]: '50' } };
    await trim.trim();
    await db.call('DynamoDB_20120810.PutItem', { TableName: 'Table', Item: item(50) });
    expect(await numbers()).toEqual([50, 51]);
    await engine.stop();
  });

  test('is opened with its items after a killed check left it locked', async () => {
    const { data, file } = copy();
    mkdirSync(`${file}.lock`);
    const engine = await startEngine(data);
    expect(engine.hadItems).toBe(true);
    await engine.stop();
  });
});

describe('an engine that exits', () => {
  let engine: Engine;
  let data: string;
  const said = jest.spyOn(console, 'error');
  beforeEach(async () => {
    said.mockReturnValue();
    data = mkdtempSync(join(folder, 'data-'));
    engine = await startEngine(data);
  });
  afterEach(() => engine.stop());
  afterAll(() => said.mockRestore());

  const pidFile = () => join(data, 'table.sqlite.pid');
  const enginePid = () => (existsSync(pidFile()) ? Number(readFileSync(pidFile(), 'utf8')) : 0);
  const isRunning = (pid: number) =>
    existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const keeperOf = (pid: number) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);

  test('is ended after its keeper was killed, before another opens the database', async () => {
    const pid = enginePid();
    process.kill(keeperOf(pid), 'SIGKILL');
    await until(() => ![0, pid].includes(enginePid()));
    expect(isRunning(pid)).toBe(false);
    await until(() => answers(engine.endpoint));
  });

  test('gets 503 for calls until it is back', async () => {
    const db = new DynamoDb('http://127.0.0.1:1');
    expect(await db.send('DynamoDB_20120810.ListTables', '{}')).toMatchObject({ status: 503 });
  });
});

test('an engine is ended by the next start after its keeper and service were killed', async () => {
  const data = mkdtempSync(join(folder, 'data-'));
  const engine = await startEngine(data);
  const pid = readFileSync(join(data, 'table.sqlite.pid'), 'utf8');
  await engine.stop();
  const orphan = launchProgram(
    engineBinary(),
    'serve',
    '--port',
    String(await freePort()),
    '--db-path',
    join(data, 'table.sqlite'),
  );
  expect(Number(pid)).toBeGreaterThan(0);
  writeFileSync(join(data, 'table.sqlite.pid'), String(orphan.pid));
  const next = await startEngine(data);
  await orphan.ended;
  await next.stop();
});
