import { describe, expect, test } from '@jest/globals';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { webhookKey, webhookSecretKey } from '../../../shared/storage/webhookKeys.ts';
import { newEndpoint, newWorkspace, send, sharedTable } from '../../support/service.ts';
import { newWebhook } from '../../support/webhooks.ts';

const URL = 'https://hooks.example.com/forms';

describe('DELETE /v1/webhook/{id}', () => {
  test('200 {} removes it with its secret; a second time it is 404', async () => {
    const { key } = await newWorkspace();
    const { id: endpointId } = await newEndpoint(key);
    const { webhook } = await newWebhook(key, { endpointId, url: URL });
    const path = `/v1/webhook/${webhook.id}`;
    const answer = await send('DELETE', path, { key });
    expect([answer.status, answer.json]).toEqual([200, {}]);
    const table = sharedTable();
    expect(await table.get(webhookKey(endpointId, webhook.id))).toBeUndefined();
    expect(await table.get(webhookSecretKey(endpointId, webhook.id))).toBeUndefined();
    expect((await table.get(endpointKey(endpointId)))?.webhookCount).toBe(0);
    expect((await send('DELETE', path, { key })).status).toBe(404);
  });
});
