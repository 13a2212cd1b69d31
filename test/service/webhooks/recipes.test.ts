import { describe, expect, test } from '@jest/globals';
import { recipeOfUrl, WEBHOOK_RECIPES } from '../../../shared/contract/webhookRecipes.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { newSubmission } from '../../support/cloud/service.ts';
import { awaitReceived, newWebhook } from '../../support/cloud/webhooks.ts';
import { ofTest } from '../../support/jest/ofSuite.ts';
import { openWebhookReceiver } from '../../support/receivers/webhookReceiver.ts';
import { DOCUMENTED_REQUESTS } from '../../support/services/documentedRequests.ts';

const receiver = ofTest(openWebhookReceiver);

const owner = ownEndpoint({ name: 'Contact form' });

test('each documented request has a recipe', () => {
  expect(WEBHOOK_RECIPES.map(({ id }) => id).sort()).toEqual(Object.keys(DOCUMENTED_REQUESTS).sort());
});

describe.each(WEBHOOK_RECIPES)('the recipe for $name', ({ id, url, headers, template }) => {
  const documented = DOCUMENTED_REQUESTS[id];
  const fields = { url: '', template: JSON.stringify(template), ...(Object.keys(headers).length > 0 && { headers }) };

  test('sends documented messages for a submission and for a test', async () => {
    const { webhook } = await newWebhook(owner.key, { ...fields, endpointId: owner.endpointId, url: receiver.url });
    await newSubmission(owner.endpointId, { name: 'Ada', email: 'ada@example.com', subject: 'Hi', message: '"}]} 👋' });
    await awaitReceived(receiver);
    await owner.send('POST', `/v1/webhook/${webhook.id}/test`);
    expect(receiver.received).toHaveLength(2);
    for (const message of receiver.received) {
      documented?.body.parse(JSON.parse(message.body));
      for (const [name, pattern] of Object.entries(documented?.headers ?? {})) {
        expect(message.headers[name]).toMatch(pattern);
      }
    }
    expect(receiver.received[0]?.body).toContain('Ada');
  });

  test('has the URL that the service documents', () => {
    expect(url).toMatch(documented?.url ?? /^$/);
    expect(recipeOfUrl(url)?.id).toBe(id);
  });
});
