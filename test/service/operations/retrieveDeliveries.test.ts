import { describe, expect, test } from '@jest/globals';
import { digestAt } from '../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { mailDelivery } from '../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { type Claim, DeliveryRecords } from '../../../shared/storage/deliveries/deliveryRecords.ts';
import { closeDigest, openDigest } from '../../../shared/storage/deliveries/digestRecords.ts';
import { setAll } from '../../../shared/storage/table/expressions.ts';
import { submissionKey, submittedAt } from '../../../shared/storage/table/itemKeys.ts';
import { send, sharedTable } from '../../support/cloud/service.ts';
import { newTwoWorkspaces, submissionPath } from '../../support/cloud/submissions.ts';
import { ofTest } from '../../support/jest/ofSuite.ts';

const workspaces = ofTest(newTwoWorkspaces);
const list = ({ key, endpoint, submissionId } = workspaces) =>
  send('GET', `${submissionPath(endpoint.id, submissionId)}/deliveries`, { key });

const records = new DeliveryRecords(sharedTable());

const claim = (about: string, recipient: string) =>
  records.begin(mailDelivery({ about, endpointId: workspaces.endpoint.id, recipient }), 60_000) as Promise<Claim>;

const sent = (messageId: string) => ({ state: 'sent' as const, attempt: { durationMs: 1, messageId } });

describe('GET /v1/submission/{endpointId}/{id}/deliveries', () => {
  test.each([
    ['while the submission was held as spam', { isSpam: true, isHeld: true }, 0],
    ['before the submission was confirmed', { confirmedAt: '2999-01-01 00:00:00.000000' }, 0],
    ['after the submission was confirmed', { confirmedAt: '2020-01-01 00:00:00.000000' }, 1],
  ])('200 has the digest sent %s: %p, %d times', async (_when, fields, times) => {
    const { submissionId, endpoint } = workspaces;
    const digest = digestAt(endpoint.id, submittedAt(submissionId));
    await openDigest(sharedTable(), digest, Date.now());
    await closeDigest(sharedTable(), digest, Date.now());
    await records.record(await claim(digest.id, 'a@example.com'), sent('digest'));
    await sharedTable().update({ Key: submissionKey(endpoint.id, submissionId), ...setAll(fields) });
    expect((await list()).json.deliveries).toHaveLength(times);
  });
});
