import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import type { FailedDelivery } from '../../../shared/storage/failedDeliveries.ts';
import { submissionKey } from '../../../shared/storage/itemKeys.ts';
import { Submissions } from '../../../shared/storage/submissions.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud, UNPACED } from '../../support/cloudProcess.ts';
import { run } from '../../support/commands.ts';
import { inOrder } from '../../support/inOrder.ts';
import {
  countByRecord,
  givenEndpoint,
  inboxOf,
  post,
  recordOf,
  setFaults,
  tableOf,
  tick,
} from '../../support/notifications.ts';
import { eventually, send } from '../../support/service.ts';
import { IS_LONG } from '../../support/testSize.ts';

const TIMEOUT_MS = 120_000;
const RECORDS = IS_LONG ? 1_000 : 40;
const REJECTED = 5;
const MALFORMED = 3;
const WRITES_AT_ONCE = 20;
const RECIPIENT = 'a@example.com';
const REASON = expect.stringMatching(/^MessageRejected: Amazon SES is in its sandbox in us-east-1, /);

let cloud: CloudProcess;
const data = newDataFolder();
const outputs = (): Outputs => cloud.outputs;

beforeAll(async () => {
  cloud = await startCloud(data, ...UNPACED);
}, TIMEOUT_MS);
afterAll(async () => {
  await cloud?.end('SIGTERM');
  removeFolder(data);
});

/** They share the list of failures. */
const step = inOrder();

async function notifications(...words: string[]) {
  const { code, stdout } = await run('infra/operator/notifications/notifications.ts', ...words, '--data', data);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

async function redrive(...words: string[]) {
  const outcome = await notifications('redrive', ...words);
  await tick(outputs());
  return outcome;
}

const failed = async (): Promise<FailedDelivery[]> => (await notifications('failed')).failed;

const untilMailed = (count: number) =>
  eventually(
    async () => countByRecord(await inboxOf(outputs())),
    (counts) => counts.size >= count,
    TIMEOUT_MS,
  );

const putItem = (endpointId: string, id: string, json: string): Promise<void> =>
  tableOf(outputs()).put({ ...submissionKey(endpointId, id), data: json, location: 'Unknown', hasTargets: true }, {});

async function givenSubmissions(endpointId: string): Promise<string[]> {
  const submissions = new Submissions(tableOf(outputs()));
  const malformed: string[] = [];
  const write = (number: number): Promise<unknown> => {
    if (number % Math.floor(RECORDS / MALFORMED) !== 1)
      return submissions.create(endpointId, { data: { number }, location: 'Unknown' });
    const id = newId('submission');
    malformed.push(id);
    return putItem(endpointId, id, '{"number":');
  };
  for (let number = 0; number < RECORDS; number += WRITES_AT_ONCE) {
    await Promise.all(Array.from({ length: WRITES_AT_ONCE }, (_, i) => write(number + i)));
  }
  return malformed;
}

step(
  `poisoned records among ${RECORDS} end on the list with their reasons, all others are sent, and the redrive sends the poisoned once their cause is gone`,
  async () => {
    const endpointId = await givenEndpoint(outputs(), RECIPIENT);
    await setFaults(outputs(), [
      { service: 'ses', kind: 'rejected', times: REJECTED },
      { service: 'ses', kind: 'throttled', times: 5 },
      { service: 'ses', kind: 'unavailable', times: 10 },
      { service: 'dynamodb', action: 'PutItem', function: 'notifySubmission', kind: 'lost', times: 5 },
      { service: 'dynamodb', action: 'UpdateItem', function: 'notifySubmission', kind: 'throttled', times: 2 },
    ]);
    // Sorted by id, like the list: several may be from the same millisecond.
    const malformed = (await givenSubmissions(endpointId)).sort();
    const counts = await untilMailed(RECORDS - REJECTED - malformed.length);
    expect([...counts.values()].filter((times) => times !== 1)).toEqual([]);

    const list = await failed();
    const rejected = list.filter(({ recipient }) => recipient === RECIPIENT);
    expect(rejected.map(({ reason }) => reason)).toEqual(Array(REJECTED).fill(REASON));
    expect(rejected.filter(({ about }) => counts.has(`${about} to ${RECIPIENT}`))).toEqual([]);
    const unreadable = list.filter(({ recipient }) => recipient === '*');
    expect(unreadable.map(({ about }) => about)).toEqual(malformed);
    expect(unreadable.map(({ reason }) => reason)).toEqual(malformed.map(() => 'unreadable: SyntaxError'));

    expect(await redrive()).toEqual({ redriven: list.length });
    await untilMailed(RECORDS - malformed.length);
    await eventually(
      async () => (await failed()).map(({ about }) => about),
      (abouts) => JSON.stringify(abouts) === JSON.stringify(malformed),
    );
    for (const id of malformed) await putItem(endpointId, id, '{"repaired":true}');
    expect(await redrive()).toEqual({ redriven: malformed.length });
    expect(await redrive()).toEqual({ redriven: 0 });
    const all = await untilMailed(RECORDS);
    expect(all.size).toBe(RECORDS);
    expect([...all.values()].filter((times) => times !== 1)).toEqual([]);
  },
  TIMEOUT_MS,
);

async function givenRejected(address: string): Promise<{ endpointId: string; id: string }> {
  const endpointId = await givenEndpoint(outputs(), address);
  await setFaults(outputs(), [{ service: 'ses', kind: 'rejected', times: 1 }]);
  const id = await post(outputs(), endpointId, { message: 'Hello' });
  await eventually(
    () => recordOf(outputs(), endpointId, id, address),
    (note) => note?.state === 'failed',
  );
  return { endpointId, id };
}

async function request(method: string, path: string, json?: object): Promise<void> {
  const { apiUrl: baseUrl, apiKey: key } = outputs();
  expect((await send(method, path, { baseUrl, key, ...(json && { json }) })).status).toBe(200);
}

step(
  'the redrive goes by the endpoint as it is now: to the corrected address, to nobody when endpoint or submission is gone, later when it is off',
  async () => {
    const corrected = await givenRejected('tpyo@example.com');
    const deleted = await givenRejected('deleted@example.com');
    const removed = await givenRejected('removed@example.com');
    const off = await givenRejected('off@example.com');
    await request('PUT', `/v1/endpoint/${corrected.endpointId}`, { targetEmails: ['typo@example.com'] });
    await request('DELETE', `/v1/endpoint/${deleted.endpointId}`);
    await request('DELETE', `/v1/submission/${removed.endpointId}/${removed.id}`);
    await request('PUT', `/v1/endpoint/${off.endpointId}`, { emailNotifications: false });

    expect(await redrive('--submission', corrected.id)).toEqual({ redriven: 1 });
    expect(await redrive()).toEqual({ redriven: 1, gone: 1, off: 1 });
    expect((await failed()).map(({ about }) => about)).toEqual([off.id]);
    const counts = await eventually(
      async () => countByRecord(await inboxOf(outputs())),
      (now) => now.get(`${corrected.id} to typo@example.com`) === 1,
    );
    const { state } = await eventually(
      async () => (await recordOf(outputs(), removed.endpointId, removed.id, 'removed@example.com')) ?? {},
      (record) => record.state === 'skipped',
    );
    expect(state).toBe('skipped');
    for (const { id } of [corrected, deleted, removed, off]) {
      expect([...counts.keys()].filter((note) => note.startsWith(id))).toHaveLength(id === corrected.id ? 1 : 0);
    }
  },
  TIMEOUT_MS,
);
