import { MessageRejected } from '@aws-sdk/client-sesv2';
import { describe, expect, test } from '@jest/globals';
import { newId } from '../../../../shared/runtime/newId.ts';
import { mailId } from '../../../../shared/storage/deliveryKeys.ts';
import { endpointKey } from '../../../../shared/storage/itemKeys.ts';
import { FaultPlan } from '../../../support/simulator/faultPlan.ts';
import { SimulatedPipeline } from './support/simulatedPipeline.ts';

const SUBMISSIONS = 400;
const BAD_ADDRESS = 'undeliverable@example.com';
const GOOD_ADDRESS = 'fine@example.com';
const TIMEOUT_MS = 120_000;

const refuse = (recipient: string) =>
  recipient === BAD_ADDRESS ? new MessageRejected({ message: 'no such mailbox', $metadata: {} }) : undefined;

describe(`poison among ${SUBMISSIONS} submissions`, () => {
  test(
    'delays no others, and is listed or put aside with its id',
    async () => {
      const cloud = new SimulatedPipeline({ refuse, mailsPerHour: 100_000 });
      const good = await cloud.newEndpoint([GOOD_ADDRESS]);
      const withBadAddress = await cloud.newEndpoint([BAD_ADDRESS, GOOD_ADDRESS]);
      const withWebhook = await cloud.newEndpoint();
      await cloud.newWebhook(withWebhook);
      const malformed = { id: newId('endpoint') };
      await cloud.table.put({ ...endpointKey(malformed.id), id: malformed.id, targetEmails: 'none' }, {});
      cloud.sources.rewind({ forget: true });

      const sent = await cloud.submit(good, SUBMISSIONS / 2);
      const rejected = await cloud.submit(withBadAddress, 2);
      const unreadable = await cloud.submit(good, 2, '{"message":');
      const unreadableToWebhook = await cloud.submit(withWebhook, 2, '{"message":');
      const ofMalformed = await cloud.submit(malformed, 2);
      sent.push(...(await cloud.submit(good, SUBMISSIONS / 2)));
      const posted = await cloud.submit(withWebhook, 2);
      await cloud.settleNow();

      for (const id of [...sent, ...rejected]) expect(cloud.mailsTo(GOOD_ADDRESS, id)).toHaveLength(1);
      expect(cloud.seen).toHaveLength(posted.length);
      expect((await cloud.failures()).map(({ about, recipient, reason }) => ({ about, recipient, reason }))).toEqual(
        [
          ...rejected.map((about) => ({ about, recipient: BAD_ADDRESS, reason: 'MessageRejected: no such mailbox' })),
          ...unreadable.map((about) => ({ about, recipient: '*', reason: 'unreadable: SyntaxError' })),
        ].sort((a, b) => a.about.localeCompare(b.about)),
      );
      const putAside = cloud.services.putAside.map(({ dynamodb }) => dynamodb?.Keys?.SK?.S?.slice('SUB#'.length));
      expect(putAside.sort()).toEqual([...ofMalformed, ...ofMalformed, ...ofMalformed].sort());
      expect(cloud.sources.failedRecords.notifySubmission).toEqual([]);
      const notSent = cloud.records('webhook').filter(({ state }) => state !== 'sent');
      expect(notSent.map(({ about, state, reason }) => ({ about, state, reason }))).toEqual(
        unreadableToWebhook.sort().map((about) => ({ about, state: 'failed', reason: 'unreadable' })),
      );
    },
    TIMEOUT_MS,
  );

  test('is retried while its failure cannot be recorded', async () => {
    const cloud = new SimulatedPipeline();
    const endpoint = await cloud.newEndpoint([GOOD_ADDRESS]);
    const [about = ''] = await cloud.submit(endpoint, 1, '{"message":');
    // The earlier calls read the endpoint, for mail and for webhooks.
    cloud.plan = new FaultPlan([[2, 'throttled']]);
    await cloud.settle();
    expect(await cloud.failures()).toEqual([expect.objectContaining({ about })]);
    expect(cloud.recordOf(mailId(about, '*'))).toMatchObject({ state: 'failed' });
  });
});
