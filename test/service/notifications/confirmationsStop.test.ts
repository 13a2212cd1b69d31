import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { createHandler } from '../../../lambdas/recordMailEvent.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoint.ts';
import { confirmationKey } from '../../../shared/storage/deliveryKeys.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveryRecords.ts';
import { Endpoints } from '../../../shared/storage/endpoints.ts';
import { UNPACED } from '../../support/cloudProcess.ts';
import { inboxOf, tableOf } from '../../support/notifications.ts';
import { ownCloud } from '../../support/ownCloud.ts';
import { eventually, send } from '../../support/service.ts';

const SENT = 9;
const OWNER = 'owner@example.com';
const TIMEOUT_MS = 240_000;

const cloud = ownCloud(...UNPACED);

const table = () => tableOf(cloud.outputs);

async function givenEndpoint(): Promise<string> {
  const fields = EndpointCreate.parse({
    slug: `slug-${randomUUID()}`,
    targetEmails: [OWNER],
    allowedOrigins: ['https://example.com'],
    confirmation: { subject: 'Thank you', text: 'We got it.' },
  });
  return (await new Endpoints(table()).create(cloud.outputs.workspaceId, fields)).id;
}

async function submit(endpointId: string, email: string) {
  const headers = { Origin: 'https://example.com' };
  const { id } = (await send('POST', `/v1/f/${endpointId}`, { json: { email }, headers })).json;
  const record = await eventually(
    () => table().get(confirmationKey(endpointId, id)),
    (item) => item !== undefined && (item.state !== 'pending' || item.reason === 'stopped'),
    60_000,
  );
  return { id, state: record?.state, reason: record?.reason };
}

test(
  'after five bounces an endpoint’s confirmations wait; its notifications and other endpoints’ confirmations continue',
  async () => {
    const endpointId = await givenEndpoint();
    const otherId = await givenEndpoint();
    const sent = await Promise.all(Array.from({ length: SENT }, (_, i) => submit(endpointId, `a${i}@example.com`)));
    expect(sent.map(({ state }) => state)).toEqual(Array.from({ length: SENT }, () => 'sent'));
    const record = createHandler({ records: new DeliveryRecords(table()), table: table() });
    const bounced = (submissionId: string) =>
      record(
        {
          detail: {
            mail: { tags: { submissionId: [submissionId], endpointId: [endpointId], channel: ['confirmation'] } },
            bounce: {
              bounceType: 'Permanent',
              bounceSubType: 'General',
              bouncedRecipients: [{ emailAddress: 'a@example.com' }],
            },
          },
        } as never,
        { getRemainingTimeInMillis: () => 10_000 } as Context,
      );
    for (const { id } of sent.slice(0, 4)) await bounced(id);
    expect(await submit(endpointId, 'b@example.com')).toMatchObject({ state: 'sent' });
    for (const { id } of sent.slice(4, 6)) await bounced(id);
    const { id, ...stopped } = await submit(endpointId, 'c@example.com');
    expect(stopped).toEqual({ state: 'pending', reason: 'stopped' });
    expect(await submit(otherId, 'd@example.com')).toMatchObject({ state: 'sent' });
    const mails = await eventually(
      () => inboxOf(cloud.outputs),
      (all) => all.some(({ destination, body }) => destination.to.includes(OWNER) && body.text.includes(id)),
    );
    expect(mails.flatMap(({ destination }) => destination.to)).not.toContain('c@example.com');
  },
  TIMEOUT_MS,
);
