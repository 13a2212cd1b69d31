import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Webhook } from '../../../shared/contract/schemas/webhook.ts';
import { newEndpoint, newWorkspace, send } from '../../support/service.ts';
import { newWebhook } from '../../support/webhooks.ts';

let key: string;
let endpointId: string;
const made: Webhook[] = [];

beforeAll(async () => {
  ({ key } = await newWorkspace());
  ({ id: endpointId } = await newEndpoint(key));
  for (let i = 0; i < 3; i++)
    made.push((await newWebhook(key, { endpointId, url: `https://hooks.example.com/${i}` })).webhook);
});

describe('GET /v1/webhooks/{endpointId}', () => {
  test('200 lists them oldest first, page by page', async () => {
    const list = (query: string) => send('GET', `/v1/webhooks/${endpointId}${query}`, { key });
    expect((await list('')).json.webhooks).toEqual(made);
    const { json } = await list('?page=2&limit=2');
    expect(json).toEqual({ _metadata: { totalPages: 2, page: 2, itemsPerPage: 2 }, webhooks: made.slice(2) });
  });

  test('200 is an empty page without webhooks', async () => {
    const { id } = await newEndpoint(key);
    const { json } = await send('GET', `/v1/webhooks/${id}`, { key });
    expect(json).toEqual({ _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 }, webhooks: [] });
  });
});
