import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createHandler } from '../../../../lambdas/confirmations/testConfirmation.ts';
import type { Message } from '../../../../shared/deliveries/channels/mail/message/message.ts';
import { MailSender } from '../../../../shared/deliveries/channels/mail/sending/mailSender.ts';
import { confirmationStopKey } from '../../../../shared/storage/confirmations/confirmationKeys.ts';
import { RateLimits } from '../../../../shared/storage/counters/rateLimits.ts';
import { asOwner } from '../support/asOwner.ts';

const OWNERS = ['you@example.com', 'them@bücher.example'];
const CONFIRMATION = { subject: 'Thank you, {{field.name}}', text: 'We got it on {{date}}.', emailField: 'email' };
const FIELDS = { name: 'Contact form', targetEmails: OWNERS, confirmation: CONFIRMATION };

interface Sent extends Message {
  recipient: string;
}

async function given(fields: object = FIELDS, send: () => Promise<string> = async () => 'message-1') {
  const sent: Sent[] = [];
  const mailer = {
    send: async ({ recipient }: { recipient: string }, message: Message) => {
      sent.push({ recipient, ...message });
      return send();
    },
  };
  const owner = await asOwner('testConfirmation', fields);
  const handler = createHandler({
    ...owner.dependencies,
    rateLimits: new RateLimits(owner.ownTable),
    sender: new MailSender(mailer, { isAtMostOnce: true }),
  });
  const ask = (json: object = {}, headers: object = {}) =>
    owner.request(handler, { json: { recipient: OWNERS[0], ...json }, headers });
  return { ...owner, ask, sent };
}

const failing = (name: string, message: string) => async (): Promise<string> => {
  throw Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } });
};

describe('POST /v1/confirmation/{endpointId}/test', () => {
  beforeEach(() => {
    for (const level of ['info', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('200 sends the stored confirmation to one of the endpoint’s addresses, marked as a test', async () => {
    const { ask, sent, endpoint } = await given();
    expect(await ask()).toMatchObject({ status: 200, json: { isSent: true, recipient: OWNERS[0] } });
    const [mail] = sent;
    expect(mail).toMatchObject({ recipient: OWNERS[0], subject: '[Test] Thank you, ‹name›', replyTo: undefined });
    expect(mail?.text).toContain('This is a test from the owner of the form.');
    expect(mail?.text).toContain(new Date().toISOString().slice(0, 10));
    expect(mail?.text).not.toContain(endpoint.id);
  });

  test('200 sends an unsaved confirmation to another of its addresses, in the language of the request', async () => {
    const { ask, sent } = await given({ targetEmails: OWNERS });
    const confirmation = { subject: 'Danke', text: '{{field.city}}', verify: true, replyTo: OWNERS[0] };
    const answer = await ask({ confirmation, recipient: OWNERS[1] }, { 'Accept-Language': 'de' });
    expect(answer).toMatchObject({ status: 200, json: { isSent: true, recipient: OWNERS[1] } });
    expect(sent).toEqual([expect.objectContaining({ recipient: 'them@xn--bcher-kva.example', replyTo: OWNERS[0] })]);
    expect(sent[0]?.text).toMatch(/^‹city›\n.*vor dem \d{4}-.*Dies ist ein Test/s);
  });

  test('its links have no token, and mail programs get no button to unsubscribe', async () => {
    const { ask, sent, endpoint } = await given({ ...FIELDS, confirmation: { ...CONFIRMATION, verify: true } });
    await ask();
    const [mail] = sent;
    const links = [...`${mail?.text} ${mail?.html}`.matchAll(/https?:[^\s"<>]+/g)].map(([url]) =>
      url.replace('&amp;', '&'),
    );
    expect([...new Set(links)].sort()).toEqual([
      `https://site.example/mail/confirm#${endpoint.id}.test&${new URLSearchParams({ form: endpoint.name })}`,
      'https://site.example/mail/unsubscribe#test',
    ]);
    expect(Object.keys(mail?.headers ?? {})).toEqual(['Auto-Submitted', 'X-Auto-Response-Suppress']);
  });

  test('200 with the reason while confirmations have stopped; nothing is sent or counted', async () => {
    const { ask, sent, table, endpoint } = await given();
    const stopped = (until: number) => table.put({ ...confirmationStopKey(), [endpoint.workspaceId]: until }, {});
    await stopped(Date.now() + 1_000);
    for (let time = 0; time < 11; time++)
      expect(await ask()).toMatchObject({
        status: 200,
        json: { isSent: false, recipient: OWNERS[0], reason: 'stopped', stoppedBy: 'workspace' },
      });
    expect(sent).toEqual([]);
    await stopped(Date.now());
    expect(await ask()).toMatchObject({ status: 200, json: { isSent: true, recipient: OWNERS[0] } });
  });

  const NOT_VERIFIED = 'Email address is not verified. The following identities failed the check in region EU-WEST-1';
  test.each([
    [
      'in its sandbox',
      'MessageRejected',
      `${NOT_VERIFIED}: ${OWNERS[0]}`,
      'MessageRejected: Amazon SES is in its sand',
    ],
    ['throttled', 'TooManyRequestsException', '', 'TooManyRequestsException'],
    ['out of reach', 'TimeoutError', '', 'TimeoutError'],
  ])('200 reports that SES is %s', async (_, name, message, reason) => {
    const { ask } = await given(FIELDS, failing(name, message));
    const expected = { isSent: false, recipient: OWNERS[0], reason: expect.stringMatching(`^${reason}`) };
    expect(await ask()).toMatchObject({ status: 200, json: expected });
  });

  test('429 for the eleventh in an hour, even if SES rejected all others', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-01T12:30:00Z'));
    const { ask, sent } = await given(FIELDS, failing('MessageRejected', 'no'));
    for (let time = 0; time < 10; time++) expect((await ask()).status).toBe(200);
    const { status, json, headers } = await ask();
    expect([status, json.code, headers?.['Retry-After']]).toEqual([429, 'TOO_MANY_REQUESTS', '1800']);
    expect(sent).toHaveLength(10);
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-01T13:00:00Z'));
    expect((await ask()).status).toBe(200);
  });

  test('sends at most ten for any number of concurrent requests', async () => {
    const { ask, sent } = await given();
    const statuses = (await Promise.all(Array.from({ length: 30 }, () => ask()))).map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, sent.length]).toEqual([10, 10]);
  });

  test.each([
    ['nothing to send', { targetEmails: OWNERS }, {}, 'no confirmation'],
    ['no address', FIELDS, { recipient: undefined }, 'recipient is missing'],
    ['an address of somebody else', FIELDS, { recipient: 'a@example.com' }, 'recipient must be one of targetEmails'],
    [
      'replies to somebody else',
      FIELDS,
      { confirmation: { ...CONFIRMATION, replyTo: 'a@example.com' } },
      'confirmation.replyTo must be one of targetEmails',
    ],
    ['an unknown placeholder', FIELDS, { confirmation: { ...CONFIRMATION, text: '{{ip}}' } }, 'confirmation.text'],
  ])('400 with %s', async (_, fields, json, message) => {
    const { ask, sent } = await given(fields);
    const { status, json: error } = await ask(json);
    expect([status, error.message]).toEqual([400, expect.stringContaining(message)]);
    expect(sent).toEqual([]);
  });
});
