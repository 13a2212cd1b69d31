import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Fault } from '../../../local/functions/faults.ts';
import { inPartition } from '../../../shared/storage/table/expressions.ts';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { UNPACED } from '../../support/cloud/cloudProcess.ts';
import { post, setFaults, tableOf, tick } from '../../support/cloud/notifications.ts';
import { call, ownCloud } from '../../support/cloud/ownCloud.ts';
import { eventually, mailsTo, uniqueSlug } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { openWebhookReceiver } from '../../support/receivers/webhookReceiver.ts';

const OUTAGE_MS = IS_LONG ? 600_000 : 4_000;
const PAUSE_MS = IS_LONG ? 5_000 : 500;
const TIMEOUT_MS = OUTAGE_MS + 240_000;

const cloud = ownCloud(...UNPACED);
const receiver = ofSuite(openWebhookReceiver);

async function givenEndpoint(fields: object = {}): Promise<string> {
  const json = { slug: uniqueSlug(), targetEmails: [], ...fields };
  return (await call('POST', '/v1/endpoint', { json })).json.id;
}

async function givenStruckEndpoint() {
  const id = await givenEndpoint({ spamFilter: 'learn' });
  await call('POST', '/v1/webhook', { json: { endpointId: id, url: receiver.url, events: ['submission.created'] } });
  const posted: string[] = [];
  return {
    id,
    posted,
    submit: async () => {
      posted.push(await post(cloud.outputs, id, { message: 'Hello' }));
      await call('PUT', `/v1/submission/${id}/${posted.at(-1)}`, { json: { isSpam: true } });
    },
  };
}

async function givenOtherEndpoint() {
  const address = `other-${randomUUID()}@example.com`;
  const id = await givenEndpoint({ targetEmails: [address] });
  let posts = 0;
  const statistics = async () => (await call('GET', `/v1/endpoint/${id}/statistics`)).json.submissions;
  const mails = async () => (await mailsTo(address)).length;
  const listed = async () => (await call('GET', `/v1/submissions/${id}?limit=1`)).json._metadata.totalPages;
  return {
    /** Posts a submission, and waits until it is mailed, counted and indexed. */
    submit: async () => {
      await post(cloud.outputs, id, { message: 'Hello' });
      posts++;
      for (const count of [statistics, mails, listed]) await eventually(count, (counted) => counted === posts);
    },
  };
}

async function removeAnother(): Promise<void> {
  const id = await givenEndpoint();
  await post(cloud.outputs, id, { message: 'Hello' });
  await call('DELETE', `/v1/endpoint/${id}`);
  const items = async () => (await tableOf(cloud.outputs).query(inPartition(endpointKey(id).PK))).Count;
  await eventually(items, (count) => count === 0);
}

test(
  `mail, statistics, index and removal of others continue while webhook queues refuse every call for ${OUTAGE_MS / 1_000} s and the training of an endpoint always fails`,
  async () => {
    const [struck, other] = [await givenStruckEndpoint(), await givenOtherEndpoint()];
    const faults: Fault[] = [
      { service: 'sqs', kind: 'unavailable', containing: 'DeliveriesWebhook' },
      { service: 'sqs', kind: 'unavailable', containing: 'DeliveriesFailingWebhook' },
      { service: 'dynamodb', kind: 'rejected', function: 'trainFilter', containing: struck.id },
    ];
    await setFaults(cloud.outputs, faults);
    let slowestMs = 0;
    for (const startedAt = Date.now(); Date.now() < startedAt + OUTAGE_MS; await sleep(PAUSE_MS)) {
      await struck.submit();
      const submittedAt = Date.now();
      await Promise.all([other.submit(), removeAnother()]);
      slowestMs = Math.max(slowestMs, Date.now() - submittedAt);
    }
    process.stderr.write(`Others beside an outage of ${OUTAGE_MS / 1_000} s: within ${slowestMs} ms\n`);
    expect(receiver.received).toEqual([]);

    await setFaults(cloud.outputs, []);
    const delivered = async () => {
      await tick(cloud.outputs);
      return receiver.received.length;
    };
    await eventually(delivered, (count) => count >= struck.posted.length, TIMEOUT_MS - OUTAGE_MS);
    expect(receiver.received.map(({ json }) => json.data.id).sort()).toEqual([...struck.posted].sort());
  },
  TIMEOUT_MS,
);
