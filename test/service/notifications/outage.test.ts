import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud, UNPACED } from '../../support/cloudProcess.ts';
import { countByRecord, givenEndpoint, inboxOf, post, recordOf, setFaults } from '../../support/notifications.ts';
import { eventually } from '../../support/service.ts';
import { IS_LONG } from '../../support/testSize.ts';

const RECIPIENTS = ['a@example.com', 'b@example.com'];
const SUBMISSIONS = IS_LONG ? 20 : 8;
const TIMEOUT_MS = 120_000;

let cloud: CloudProcess;
let endpointId: string;
const data = newDataFolder();
const outputs = (): Outputs => cloud.outputs;

const start = (): Promise<CloudProcess> => startCloud(data, ...UNPACED);

beforeAll(async () => {
  cloud = await start();
  endpointId = await givenEndpoint(outputs(), ...RECIPIENTS);
}, TIMEOUT_MS);
afterAll(async () => {
  await cloud?.end('SIGTERM');
  removeFolder(data);
});

const postMany = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => post(outputs(), endpointId, { number })));

const recordsOf = (ids: string[]): string[] =>
  ids.flatMap((id) => RECIPIENTS.map((recipient) => `${id} to ${recipient}`)).sort();

const once = (records: string[]): Map<string, number> => new Map(records.map((record) => [record, 1]));

async function countsOf(records: string[]): Promise<Map<string, number>> {
  const counts = countByRecord(await inboxOf(outputs()));
  return new Map([...counts].filter(([record]) => records.includes(record)).sort());
}

const untilRefused = () =>
  eventually(
    async () => Promise.all(RECIPIENTS.map((recipient) => recordOf(outputs(), endpointId, firstId, recipient))),
    (records) => records.every((record) => record?.state === 'pending' && Number(record.failures) > 0),
  );
let firstId: string;

async function restart(): Promise<void> {
  await cloud.end('SIGKILL');
  cloud = await start();
}

describe('what is submitted while SES is down', () => {
  test(
    'is sent when it returns, each notification once',
    async () => {
      await setFaults(outputs(), [{ service: 'ses', kind: 'unavailable' }]);
      const ids = await postMany(SUBMISSIONS);
      firstId = ids.sort()[0] ?? '';
      await untilRefused();
      expect(await countsOf(recordsOf(ids))).toEqual(new Map());
      await setFaults(outputs(), []);
      for (const record of recordsOf(ids)) await untilSent(record);
      expect(await countsOf(recordsOf(ids))).toEqual(once(recordsOf(ids)));
    },
    TIMEOUT_MS,
  );

  test(
    'is sent when it returns though the service was killed in between, each notification once',
    async () => {
      await setFaults(outputs(), [{ service: 'ses', kind: 'unavailable' }]);
      const ids = await postMany(SUBMISSIONS);
      firstId = ids.sort()[0] ?? '';
      await untilRefused();
      await restart();
      for (const record of recordsOf(ids)) await untilSent(record);
      expect(await countsOf(recordsOf(ids))).toEqual(once(recordsOf(ids)));
    },
    TIMEOUT_MS,
  );
});

async function untilSent(record: string): Promise<void> {
  const [id = '', recipient = ''] = record.split(' to ');
  await eventually(
    () => recordOf(outputs(), endpointId, id, recipient),
    (found) => found?.state === 'sent',
    TIMEOUT_MS,
  );
}
