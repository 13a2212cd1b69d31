import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BroadcastChannel, Worker } from 'node:worker_threads';
import { expect, jest, test } from '@jest/globals';
import { Template } from '../../../../infra/localService/template.ts';
import { Faults } from '../../../../local/functions/faults.ts';
import { LocalFunction } from '../../../../local/functions/functions.ts';
import type { RawStatement } from '../../../../local/functions/policy.ts';
import { createRuntime, type Runtime } from '../../../../local/functions/runtime.ts';
import { Usage } from '../../../../local/functions/usage.ts';
import { readAll, respondJson } from '../../../../local/http/http.ts';
import { close, listen, newServer } from '../../../../local/http/ports.ts';
import {
  ASYNCHRONOUS_EVENT_BYTES_MAX,
  ENVIRONMENT_BYTES_MAX,
  FUNCTION_EVENT_BYTES_MAX,
} from '../../../../shared/runtime/awsLimits.ts';

/** A function that fails as soon as an instance would start. */
const newFunction = (Variables: Record<string, string> = {}): LocalFunction =>
  functionIn('', { usage: new Usage() } as Runtime, [], Variables);

function functionIn(folder: string, runtime: Runtime, Statement: RawStatement[], Variables = {}): LocalFunction {
  const properties = {
    Timeout: 60,
    MemorySize: 128,
    Role: 'role/F',
    Code: { S3Key: 'a.zip' },
    Environment: { Variables },
  };
  const role = { Type: 'AWS::IAM::Role', Properties: { Policies: [{ PolicyDocument: { Statement } }] } };
  const resource = { logicalId: 'F', type: 'AWS::Lambda::Function', path: 'Forms/f/Function/Resource', properties };
  return new LocalFunction(resource, new Template(folder, { F: role }), runtime);
}

const eventOf = (bytes: number): string => 'x'.repeat(bytes - 2);

test.each([
  ['an event', FUNCTION_EVENT_BYTES_MAX],
  ['an asynchronous event', ASYNCHRONOUS_EVENT_BYTES_MAX],
])('%s beyond AWS Lambda’s limit is refused before the function starts', async (_what, bytesMax) => {
  expect(await newFunction().invoke(eventOf(bytesMax + 1), bytesMax)).toMatchObject({
    error: { errorType: 'RequestTooLargeException' },
  });
  await expect(newFunction().invoke(eventOf(bytesMax), bytesMax)).rejects.toThrow(TypeError);
});

test('a function is refused if its environment exceeds AWS Lambda’s limit', () => {
  const variables = (bytes: number) => ({ NAME: 'x'.repeat(bytes - 'NAME'.length) });
  newFunction(variables(ENVIRONMENT_BYTES_MAX));
  expect(() => newFunction(variables(ENVIRONMENT_BYTES_MAX + 1))).toThrow('more than 4096 bytes');
});

/** Runs a function with this code in a folder of its own. */
async function withFunction(code: string, run: (target: LocalFunction) => Promise<void>, given: Partial<Given> = {}) {
  const { usage = new Usage(), own, statements = [] } = given;
  const folder = mkdtempSync(join(tmpdir(), 'function-'));
  mkdirSync(join(folder, 'asset.a'));
  writeFileSync(join(folder, 'asset.a', 'index.mjs'), code);
  const runtime = createRuntime(folder, { apiUrl: '', awsEndpoint: '', toolPorts: [] }, usage, own);
  const target = functionIn(folder, runtime, statements);
  try {
    await run(target);
  } finally {
    await target.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Given {
  usage: Usage;
  own: Pick<Runtime, 'faults' | 'db'>;
  statements: RawStatement[];
}

test('calls to the table count while their function still runs', async () => {
  const engine = newServer(async (incoming, outgoing) => {
    await readAll(incoming);
    respondJson(outgoing, { message: 'broken', ConsumedCapacity: { CapacityUnits: 1 } }, 500);
  });
  const usage = new Usage();
  const noted: unknown[] = [];
  let onNoted = () => undefined as unknown;
  const note = (action: string, failure?: string) => noted.push([action, failure]) === 2 && onNoted();
  const bothNoted = new Promise((resolve) => {
    onNoted = () => resolve('both noted');
  });
  const own = { faults: new Faults(), db: { endpoint: await listen(engine, 0), note } };
  const statements = [{ Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: '*' }];
  await withFunction(
    PUTS_TWICE_AND_HANGS,
    async (target) => {
      expect(await Promise.race([bothNoted, target.invoke({})])).toBe('both noted');
      const call = ['PutItem', expect.stringContaining('broken')];
      expect(noted).toEqual([call, call]);
      expect(usage.toJSON()).toMatchObject({ f: { dynamodb: { PutItem: 2 }, writeUnits: 2 } });
    },
    { usage, own, statements },
  );
  await close(engine);
});

/** The calls are so far apart that they are reported one by one. */
const PUTS_TWICE_AND_HANGS = `
import http from 'node:http';
const headers = { 'x-amz-target': 'DynamoDB_20120810.PutItem' };
const put = (onResponse) => http.request({ headers }, onResponse).end('{"TableName":"T","Item":{}}');
export const handler = () => new Promise(() => put(() => setTimeout(put, 50, () => undefined)));`;

test.each(['throw new Error("late")', 'process.exit()'])(
  'an instance that dies between events is replaced before the next event: %s',
  async (death) => {
    const code = `
import { parentPort, threadId } from 'node:worker_threads';
export const handler = async () => {
  parentPort.once('message', () => { ${death} });
  return threadId;
};`;
    const posted = jest.spyOn(Worker.prototype, 'postMessage');
    await withFunction(code, async (target) => {
      const first = await target.invoke({});
      const worker = posted.mock.contexts[0] as Worker;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({});
      await ended;
      const next = await target.invoke({});
      expect([first, next]).toEqual([{ payload: expect.any(String) }, { payload: expect.any(String) }]);
      expect(next).not.toEqual(first);
    });
    posted.mockRestore();
  },
);

test('an instance may load for as long as an event may take', async () => {
  const code = `
import { BroadcastChannel, parentPort } from 'node:worker_threads';
const wait = () => new Promise((resolve) => {
  const channel = new BroadcastChannel('go');
  channel.onmessage = () => resolve(channel.close());
  parentPort.postMessage({ calls: [], isWaiting: true });
});
await wait();
export const handler = async () => { await wait(); return 'done'; };`;
  const channel = new BroadcastChannel('go');
  const posted = jest.spyOn(Worker.prototype, 'postMessage');
  await withFunction(code, async (target) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const invoked = target.invoke({});
    await Promise.resolve();
    (posted.mock.contexts[0] as Worker).on('message', ({ isWaiting }) => {
      if (!isWaiting) return;
      jest.advanceTimersByTime(59_000);
      channel.postMessage('');
    });
    expect(await invoked).toEqual({ payload: '"done"' });
  });
  channel.close();
  posted.mockRestore();
  jest.useRealTimers();
});
