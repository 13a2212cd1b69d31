import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Template } from '../../../../infra/localService/template.ts';
import { Faults } from '../../../../local/functions/faults.ts';
import { LocalFunction } from '../../../../local/functions/functions.ts';
import type { RawStatement } from '../../../../local/functions/policy.ts';
import { createRuntime, type Runtime } from '../../../../local/functions/runtime.ts';
import { Usage } from '../../../../local/functions/usage.ts';
import { readAll, respondJson } from '../../../../local/http.ts';
import { close, listen, newServer } from '../../../../local/ports.ts';
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

test('a function whose environment exceeds AWS Lambda’s limit is refused', () => {
  const variables = (bytes: number) => ({ NAME: 'x'.repeat(bytes - 'NAME'.length) });
  newFunction(variables(ENVIRONMENT_BYTES_MAX));
  expect(() => newFunction(variables(ENVIRONMENT_BYTES_MAX + 1))).toThrow('more than 4096 bytes');
});

test('a call to the table counts while its function still runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'function-'));
  const engine = newServer(async (incoming, outgoing) => {
    await readAll(incoming);
    respondJson(outgoing, { ConsumedCapacity: { CapacityUnits: 1 } });
  });
  mkdirSync(join(folder, 'asset.a'));
  writeFileSync(join(folder, 'asset.a', 'index.mjs'), PUTS_AND_HANGS);
  try {
    const usage = new Usage();
    let note: (action: string) => void = () => undefined;
    const noted = new Promise<string>((resolve) => {
      note = resolve;
    });
    const own = { faults: new Faults(), db: { endpoint: await listen(engine, 0), note } };
    const runtime = createRuntime(folder, { apiUrl: '', awsEndpoint: '', toolPorts: [] }, usage, own);
    const target = functionIn(folder, runtime, [{ Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: '*' }]);
    const outcome = target.invoke({});
    expect(await Promise.race([noted, outcome])).toBe('PutItem');
    expect(usage.toJSON()).toMatchObject({ f: { dynamodb: { PutItem: 1 }, writeUnits: 1 } });
    await target.stop();
  } finally {
    await close(engine);
    rmSync(folder, { recursive: true });
  }
});

const PUTS_AND_HANGS = `
import http from 'node:http';
export const handler = () => new Promise(() => {
  const headers = { 'x-amz-target': 'DynamoDB_20120810.PutItem' };
  http.request({ headers }, () => undefined).end('{"TableName":"T","Item":{}}');
});`;
