import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { submissionKey } from '../../../shared/storage/itemKeys.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { ownEndpoint } from '../../support/ownWorkspace.ts';
import { proseOf } from '../../support/prose.ts';
import { awaitMailsTo, eventually, newSubmission, sharedTable } from '../../support/service.ts';
import { submissionPath } from '../../support/submissions.ts';
import { openWebhookReceiver } from '../../support/webhookReceiver.ts';
import { newWebhook } from '../../support/webhooks.ts';

const DATA = { ...proseOf(1_500), rooms: 3, nested: { list: ['naïve', null, 4.5], '😀': '\ud800' } };
const ADDRESS = `compressed-${randomUUID()}@example.com`;

const owner = ownEndpoint({ targetEmails: [ADDRESS], emailNotifications: true });
let id: string;
const receiver = ofSuite(openWebhookReceiver);

beforeAll(async () => {
  await newWebhook(owner.key, { endpointId: owner.endpointId, url: receiver.url });
  id = await newSubmission(owner.endpointId, DATA);
});

describe('a submission that is stored compressed', () => {
  test('is stored as bytes', async () => {
    const item = await sharedTable().get(submissionKey(owner.endpointId, id));
    expect(item?.data).toBeInstanceOf(Uint8Array);
  });

  test('has the values that were sent when it is retrieved, and listed after an update', async () => {
    const path = submissionPath(owner.endpointId, id);
    expect((await owner.send('GET', path)).json.data).toEqual(DATA);
    expect((await owner.send('PUT', path, { json: { isRead: true } })).status).toBe(200);
    const { submissions } = (await owner.send('GET', `/v1/submissions/${owner.endpointId}`)).json;
    expect(submissions.map(({ data }: { data: object }) => data)).toEqual([DATA]);
  });

  test.each([
    ['stairwell', 1],
    ['nested:naive', 1],
    ['xylophone', 0],
  ])('is searched by its values: %s', async (query, found) => {
    const { submissions } = (await owner.send('GET', `/v1/submissions/${owner.endpointId}/search?query=${query}`)).json;
    expect(submissions).toHaveLength(found);
  });

  test('reaches recipients and webhooks with its values', async () => {
    const [mail] = await awaitMailsTo(ADDRESS);
    expect(mail?.body.text).toContain('the yearly statement lists us again');
    const events = await eventually(
      async () => receiver.received.filter(({ json }) => json.type === 'submission.created'),
      ({ length }) => length === 1,
    );
    expect(events[0]?.json.data.data).toEqual(DATA);
  });
});
