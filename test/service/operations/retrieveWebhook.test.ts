import { describe, expect, test } from '@jest/globals';
import { expectBadFields } from '../../support/expectations.ts';
import { newEndpoint, newKey, newWorkspace, send } from '../../support/service.ts';
import { newWebhook } from '../../support/webhooks.ts';

const URL = 'https://hooks.example.com/forms';

describe('GET /v1/webhook/{id}', () => {
  test('200 has no secret, and for a read-only key no path, also in lists', async () => {
    const { key, workspaceId } = await newWorkspace();
    const { id: endpointId } = await newEndpoint(key);
    const { webhook, secret } = await newWebhook(key, { endpointId, url: URL });
    const { secret: readKey } = await newKey(workspaceId);
    const answer = await send('GET', `/v1/webhook/${webhook.id}`, { key: readKey });
    const shown = { ...webhook, url: 'https://hooks.example.com/…' };
    expect([answer.status, answer.json]).toEqual([200, shown]);
    expect((await send('GET', `/v1/webhooks/${endpointId}`, { key: readKey })).json.webhooks).toEqual([shown]);
    expect((await send('GET', `/v1/webhook/${webhook.id}`, { key })).json).toEqual(webhook);
    const sentBack = await send('PUT', `/v1/webhook/${webhook.id}`, { key, json: shown });
    expectBadFields(sentBack, 'body', 'url');
    expect(answer.text).not.toContain(secret);
    expect(answer.headers.has('x-webhook-secret')).toBe(false);
  });
});
