import { afterEach, describe, expect, test } from '@jest/globals';
import { openService } from '../../../infra/operator/openService.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { digestAt } from '../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { MAIL_TIME_LIMIT_S } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import { digestKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { submittedAt } from '../../../shared/storage/table/itemKeys.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import {
  countByRecord,
  givenEndpoint,
  inboxOf,
  post,
  recordOf,
  setFaults,
  tableOf,
  tick,
} from '../../support/cloud/notifications.ts';
import { ownCloud } from '../../support/cloud/ownCloud.ts';
import { eventually, outputs } from '../../support/cloud/service.ts';
import { run } from '../../support/commands.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';

const RECIPIENTS = IS_LONG ? 50 : 30;
/** Single mails of an endpoint in an hour: at the default pace, they take 13 s and more. */
const BUDGET = IS_LONG ? 300 : 90;
const POSTS = IS_LONG ? 200 : 20;
const POSTERS = 10;
const PUT_ASIDE_WITHIN_MS = 180_000;
const TIMEOUT_MS = 180_000;

const { data } = ownCloud('--context', `mailsPerHour=${BUDGET}`);
afterEach(() => setFaults(outputs(), []));

async function givenStranger(address: string): Promise<string> {
  const table = tableOf(outputs());
  const { workspaceId } = await new Workspaces(table).create('Stranger');
  const fields = EndpointCreate.parse({ slug: 'quiet', targetEmails: [address] });
  return (await new Endpoints(table).create(workspaceId, fields)).id;
}

/** Waits until a mail is recorded as sent, which is cheaper than polling the inbox, and then finds it there. */
async function untilMailed(endpointId: string, id: string, address: string): Promise<void> {
  await eventually(
    () => recordOf(outputs(), endpointId, id, address),
    (record) => record?.state === 'sent',
  );
  expect(countByRecord(await inboxOf(outputs())).get(`${id} to ${address}`)).toBe(1);
}

async function expectMailed(endpointId: string, address: string): Promise<void> {
  await untilMailed(endpointId, await post(outputs(), endpointId, { message: 'Am I heard?' }), address);
}

const filesPutAside = async (): Promise<string[]> => {
  const { store } = await (await openService({ data })).failedRecords();
  const names: string[] = [];
  for await (const name of store.names()) names.push(name);
  return names;
};

const failedCommand = async () => {
  const { code, stdout } = await run('infra/operator/notifications/notifications.ts', 'failed', '--data', data);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { failed: { about: string; recipient: string; reason: string }[] }).failed;
};

describe('one sender delays no other', () => {
  test(
    `with ${POSTS} posts to an endpoint with ${RECIPIENTS} recipients: single mails up to its budget of ${BUDGET}, the rest for a digest`,
    async () => {
      const recipients = Array.from({ length: RECIPIENTS }, (_, i) => `flood-${i}@example.com`);
      const flooded = await givenEndpoint(outputs(), ...recipients);
      const stranger = 'quiet-2@example.com';
      const quiet = await givenStranger(stranger);
      let last = '';
      const posters = Array.from({ length: POSTERS }, async () => {
        for (let i = 0; i < POSTS / POSTERS; i++) last = await post(outputs(), flooded, { number: i });
      });
      const flood = async () =>
        (await inboxOf(outputs())).filter(({ destination }) => destination.to[0]?.startsWith('flood-'));
      await Promise.all([...posters.slice(0, 5)]);
      await expectMailed(quiet, stranger);
      await Promise.all(posters);
      await expectMailed(quiet, stranger);
      // Concurrently with the flood, not after it.
      expect((await flood()).length).toBeLessThan(BUDGET);
      const mails = await eventually(flood, ({ length }) => length >= BUDGET, TIMEOUT_MS);
      // Each recipient gets few mails about single submissions; later submissions are in a digest.
      expect(countByRecord(mails).size).toBe(BUDGET);
      const digest = digestAt(flooded, submittedAt(last));
      const record = () => tableOf(outputs()).get(digestKey(flooded, digest.id));
      expect(await eventually(record, (found) => found !== undefined, TIMEOUT_MS)).toMatchObject({
        endpointId: flooded,
      });
    },
    TIMEOUT_MS,
  );

  // A hanging record is put aside like a crashing one, only later: after up to eight times the function's timeout.
  test.each(IS_LONG ? (['dies', 'hangs'] as const) : (['dies'] as const))(
    'with a record on which the function %s: only that record is put aside, named, and redriven once',
    async (kind) => {
      const address = `${kind}@example.com`;
      const endpointId = await givenEndpoint(outputs(), address);
      const stranger = `quiet-beside-${kind}@example.com`;
      const quiet = await givenStranger(stranger);
      await setFaults(outputs(), [
        { service: 'lambda', function: 'notifySubmission', containing: `killer-that-${kind}`, kind },
      ]);
      const posts = [
        ...Array.from({ length: 3 }, () => post(outputs(), quiet, { message: 'before' })),
        post(outputs(), endpointId, { message: `killer-that-${kind}` }),
        ...Array.from({ length: 3 }, () => post(outputs(), quiet, { message: 'after' })),
      ];
      const ids = await Promise.all(posts);
      const id = ids[3] ?? '';
      if (kind === 'dies') await expectMailed(quiet, stranger);
      await eventually(filesPutAside, ({ length }) => length > 0, PUT_ASIDE_WITHIN_MS);
      expect((await failedCommand()).find(({ about }) => about === id)).toMatchObject({
        recipient: '*',
        reason: 'its stream record could not be processed',
      });
      expect(await filesPutAside()).toHaveLength(1);
      for (const other of ids.filter((each) => each !== id)) {
        await untilMailed(quiet, other, stranger);
      }
      await setFaults(outputs(), []);
      await redriveOne(endpointId, id, address, { redriven: 0, changes: 1 });
      expect(await filesPutAside()).toEqual([]);
    },
    MAIL_TIME_LIMIT_S * 1_000 * 8 + TIMEOUT_MS,
  );
});

/** The operator's command sends it once, however often it runs. */
async function redriveOne(endpointId: string, id: string, address: string, outcome: object): Promise<void> {
  for (const expected of [outcome, { redriven: 0 }]) {
    const { stdout } = await run(
      'infra/operator/notifications/notifications.ts',
      'redrive',
      '--submission',
      id,
      '--data',
      data,
    );
    expect(JSON.parse(stdout)).toEqual(expected);
    await tick(outputs());
    await untilMailed(endpointId, id, address);
  }
}
