import { describe, expect, test } from '@jest/globals';
import { hashedMailbox } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { unsubscribedKey } from '../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { URL_ENCODED } from '../../support/cloud/forms.ts';
import { tokenToUnsubscribe } from '../../support/cloud/mailTokens.ts';
import {
  eventually,
  type Mail,
  mailsTo,
  newEndpoint,
  newSubmission,
  newWorkspace,
  outputs,
  send,
  sharedTable,
  uniqueSlug,
} from '../../support/cloud/service.ts';

const CONFIRMATION = { subject: 'Thank you', text: 'Dear {{field.name}},\n\nwe got it.\nBye', emailField: 'email' };

const givenAddress = (): string => `${uniqueSlug()}@example.com`;
const urlOf = (mail: Mail, pattern: RegExp): string => pattern.exec(mail.body.text)?.[0] ?? '';

/** Sends a form as a person with this address. @returns the confirmation’s outcome */
async function confirmed(key: string, endpointId: string, email: string) {
  const id = await newSubmission(endpointId, { name: 'Ada', email });
  const path = `/v1/submission/${endpointId}/${id}/deliveries`;
  return eventually(
    async () => (await send('GET', path, { key })).json.confirmation,
    (confirmation) => confirmation !== undefined && confirmation.state !== 'sending',
  );
}

async function given() {
  const { key } = await newWorkspace();
  const endpoint = await newEndpoint(key, { name: 'Contact form', confirmation: CONFIRMATION });
  return { key, endpoint };
}

const isStored = async (mailbox: string): Promise<boolean> => {
  const secret = await new ConfirmationSecret(sharedTable()).findOrMake();
  return (await sharedTable().get(unsubscribedKey(hashedMailbox(secret, mailbox)))) !== undefined;
};

describe('POST /v1/unsubscribe', () => {
  test('200 ends confirmations to every spelling of the mailbox, from every endpoint', async () => {
    const { key, endpoint } = await given();
    const email = givenAddress();
    expect(await confirmed(key, endpoint.id, email)).toEqual({ state: 'sent', sentAt: expect.any(String) });
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ subject: 'Thank you', from: `"Contact form" <${outputs().senderAddress}>` });
    const token = urlOf(mail as Mail, /(?<=#)[\w.-]+/);
    const unsubscribed = await send('POST', `/v1/unsubscribe?token=${token}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': URL_ENCODED },
    });
    expect([unsubscribed.status, unsubscribed.json]).toEqual([200, {}]);
    expect((await send('POST', `/v1/unsubscribe?token=${token}`)).status).toBe(200);
    const other = await newEndpoint(key, { confirmation: CONFIRMATION });
    expect(await confirmed(key, other.id, email.replace('@', '+again@').toUpperCase())).toEqual({
      state: 'skipped',
      reason: 'unsubscribed',
    });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('400 without a token, and with one of other characters', async () => {
    expect((await send('POST', '/v1/unsubscribe')).status).toBe(400);
    expect((await send('POST', '/v1/unsubscribe?token=%0aLocation')).status).toBe(400);
    expect((await send('POST', '/v1/unsubscribe?token=a&token=b')).status).toBe(400);
  });
});

describe('GET /v1/unsubscribe', () => {
  test('303 redirects to the page with the token after the #, and 200 returns that URL', async () => {
    const token = await tokenToUnsubscribe(givenAddress());
    const url = `${outputs().siteUrl}/mail/unsubscribe#${token}`;
    const answer = await send('GET', `/v1/unsubscribe?token=${token}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, url]);
    const asJson = await send('GET', `/v1/unsubscribe?token=${token}`, { headers: { Accept: 'application/json' } });
    expect([asJson.status, asJson.json]).toEqual([200, { url }]);
  });

  test('a scanner that opens every link of a mail does not unsubscribe', async () => {
    const { key, endpoint } = await given();
    const email = givenAddress();
    await confirmed(key, endpoint.id, email);
    const [mail] = await mailsTo(email);
    const header = await headerOf(email, 'List-Unsubscribe');
    const links = [...`${mail?.body.html} ${mail?.body.text} ${header}`.matchAll(/https?:\/\/[^\s"<>]+/g)].map(
      ([url]) => url,
    );
    expect(links.length).toBeGreaterThanOrEqual(3);
    for (const url of links)
      for (const method of ['GET', 'HEAD']) expect((await fetch(url, { method })).status).toBeLessThan(500);
    expect(await isStored(email)).toBe(false);
  });
});

async function headerOf(address: string, name: string): Promise<string> {
  const [mail] = (await mailsTo(address)) as (Mail & { headers: { name: string; value: string }[] })[];
  return mail?.headers.find((header) => header.name === name)?.value ?? '';
}
