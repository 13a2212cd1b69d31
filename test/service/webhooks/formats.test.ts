import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { WEBHOOK_FORMATS } from '../../../shared/contract/webhookFormats.ts';
import { eventually, newEndpoint, newSubmission, newWorkspace, outputs } from '../../support/cloud/service.ts';
import { awaitReceived, deliveriesOf, newWebhook } from '../../support/cloud/webhooks.ts';
import { ofTest } from '../../support/jest/ofSuite.ts';
import { openWebhookReceiver, verified } from '../../support/receivers/webhookReceiver.ts';
import { CHECKS } from '../../support/services/documentedMessages.ts';

let key: string;
let endpointId: string;
const receiver = ofTest(openWebhookReceiver);

beforeAll(async () => {
  ({ key } = await newWorkspace());
});
beforeEach(async () => {
  ({ id: endpointId } = await newEndpoint(key, { name: 'Contact form' }));
});

const CHECKED = WEBHOOK_FORMATS.filter((format) => format !== 'standard' && format !== 'template');

const firstMessage = async () => {
  const [message] = await awaitReceived(receiver);
  if (!message) throw new Error('nothing came');
  return message;
};

describe('a delivery', () => {
  test.each(CHECKED)(
    'in the format %s is as the service documents, signed, and links to the dashboard',
    async (format) => {
      receiver.behave = () => ({
        status: format === 'sheets' ? 302 : 200,
        headers: { location: 'https://script.googleusercontent.com/macros/echo' },
        body: '{"ok":true}',
      });
      const { secret, webhook } = await newWebhook(key, { endpointId, url: receiver.url, format });
      const id = await newSubmission(endpointId, { email: 'ada@example.com', message: '<!channel> @everyone' });
      const { headers, body } = await firstMessage();
      CHECKS[format]({ body, contentType: '', headers: headers as Record<string, string> });
      expect(body).toContain('ada@example.com');
      const url = `${outputs().siteUrl}/app/${endpointId}?id=${id}`;
      expect(format === 'ntfy' ? headers.click : body).toContain(url);
      expect(() => verified(secret, { headers, body })).not.toThrow(/signature/i);
      const [delivery] = await eventually(
        () => deliveriesOf(key, webhook.id),
        ([first]) => first?.state === 'sent',
      );
      expect(delivery?.attempts).toHaveLength(1);
    },
  );

  test('from a template has its headers and values', async () => {
    await newWebhook(key, {
      endpointId,
      url: receiver.url,
      template: JSON.stringify({ age: '{{field.age}}', text: '{{form}}: {{field.message}}' }),
      headers: { Authorization: 'Bearer abc', 'User-Agent': 'mine' },
    });
    await newSubmission(endpointId, { age: 42, message: '"}],"x":[{' });
    const { headers, json } = await firstMessage();
    expect(json).toEqual({ age: 42, text: 'Contact form: "}],"x":[{' });
    expect(headers).toMatchObject({
      authorization: 'Bearer abc',
      'user-agent': 'mine',
      'content-type': 'application/json; charset=utf-8',
    });
  });
});
