import { describe, expect, test } from '@jest/globals';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { submissionKey } from '../../../../../../shared/storage/table/itemKeys.ts';
import { CONFIRMATION_ADDRESS, SENDER_ADDRESS } from '../../../../../support/simulator/directClients.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const HOUR_MS = 3_600_000;
const OWNER = 'owner@example.com';
const CONFIRMATION = { subject: 'Thank you, {{field.name}}', text: 'We got it on {{date}}.', replyTo: OWNER };

async function given(fields: object = {}, options: ConstructorParameters<typeof SimulatedPipeline>[0] = {}) {
  const service = new SimulatedPipeline(options);
  const endpoint = await service.newEndpoint({
    targetEmails: [OWNER],
    confirmation: CONFIRMATION,
    emailNotifications: false,
    allowedOrigins: ['https://example.com'],
    ...fields,
  });
  return { service, endpoint };
}

async function submit(service: SimulatedPipeline, endpoint: StoredEndpoint, data: object): Promise<string> {
  const [id = ''] = await service.submit(endpoint, 1, JSON.stringify(data));
  await service.settle(service.clock.now());
  return id;
}

const outcomeOf = (service: SimulatedPipeline, id: string) => {
  const { state, reason } = service.records('confirmation').find(({ about }) => about === id) ?? {};
  return { state, reason };
};

const sesError = (name: string, message = '') => Object.assign(new Error(message), { name });

describe('A confirmation', () => {
  test('goes to the sender’s address, from its own address, with headers that prevent automatic replies', async () => {
    const { service, endpoint } = await given();
    const id = await submit(service, endpoint, { name: 'Ada', email: ' ada@müller.de ' });
    const [mail] = service.services.mails;
    expect(mail).toMatchObject({
      about: id,
      recipient: 'ada@xn--mller-kva.de',
      sender: CONFIRMATION_ADDRESS,
      subject: 'Thank you, Ada',
      replyTo: OWNER,
      headers: {
        'Auto-Submitted': 'auto-replied',
        'X-Auto-Response-Suppress': 'All',
        'List-Unsubscribe': expect.stringMatching(
          /^<https:\/\/api\.example\/v1\/unsubscribe\?token=[\w-]{43}\.[\w-]{43}>$/,
        ),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    expect(mail?.text).toContain('We got it on 2026-01-01 UTC.');
    expect(outcomeOf(service, id).state).toBe('sent');
    expect(service.counted).toMatchObject({ confirmations: 1, sent: 0 });
  });

  test('comes from the form’s name, and has no encoded words of its sender in the subject', async () => {
    const { service, endpoint } = await given();
    await submit(service, endpoint, { name: '=?utf-8?B?Q2FsbCB1cw==?=', email: 'ada@example.com' });
    const [mail] = service.services.mails;
    expect(mail?.fromName).toBe(endpoint.name);
    expect(mail?.subject).toBe('Thank you, = ?utf-8?B?Q2FsbCB1cw== ?=');
  });

  test.each([
    ['noAddress', {}],
    ['noAddress', { email: 'nobody' }],
    ['noAddress', { email: ['ada@example.com', 'bob@example.com'] }],
    ['noAddress', { email: 'ada@example.com, bob@example.com' }],
    ['noAddress', { mail: 'ada@example.com' }],
    ['noAddress', { email: 'Ada <ada@example.com>' }],
    ['ownAddress', { email: OWNER }],
    ['ownAddress', { email: 'Owner+x@EXAMPLE.com' }],
    ['ownAddress', { email: SENDER_ADDRESS }],
    ['ownAddress', { email: CONFIRMATION_ADDRESS }],
    ['roleAddress', { email: 'Postmaster@example.com' }],
    ['roleAddress', { email: 'no-reply+1@example.com' }],
    ['roleAddress', { email: 'everybody-request@example.com' }],
  ])('is skipped with the reason %s for %j', async (reason, data) => {
    const { service, endpoint } = await given();
    const id = await submit(service, endpoint, data);
    expect(service.services.mails).toEqual([]);
    expect(outcomeOf(service, id)).toEqual({ state: 'skipped', reason });
    expect(service.counted).toMatchObject({ confirmationsSkipped: 1, failed: 0 });
  });

  test('uses the address in the configured field, also if it is the only one in a list', async () => {
    const { service, endpoint } = await given({ confirmation: { ...CONFIRMATION, emailField: 'E-Mail' } });
    await submit(service, endpoint, { 'E-Mail': ['ada@example.com'], email: 'bob@example.com' });
    expect(service.services.mails.map(({ recipient }) => recipient)).toEqual(['ada@example.com']);
  });

  test('is not planned for endpoints without `confirmation`', async () => {
    const { service, endpoint } = await given({ confirmation: undefined });
    await submit(service, endpoint, { email: 'ada@example.com' });
    expect(service.records('confirmation')).toEqual([]);
  });

  test('of a submission held as spam follows its release, while it is younger than a day', async () => {
    const { service, endpoint } = await given();
    const { submissions } = service.repositories;
    const hold = (email: string) =>
      submissions.create(endpoint.id, {
        id: newId('submission', service.clock.now()),
        data: { email },
        location: 'Spain',
        spamReason: 'honeypot',
      });
    const [young, old] = [await hold('ada@example.com'), await hold('bob@example.com')];
    await service.settle(service.clock.now());
    expect(service.records('confirmation')).toEqual([]);
    await submissions.update({ id: endpoint.id }, young.id, { isSpam: false });
    await service.settle(service.clock.now());
    service.clock.advance(24 * HOUR_MS);
    await submissions.update({ id: endpoint.id }, old.id, { isSpam: false });
    await service.settle(service.clock.now());
    expect(service.services.mails.map(({ recipient }) => recipient)).toEqual(['ada@example.com']);
    expect(outcomeOf(service, old.id)).toEqual({ state: 'skipped', reason: 'tooOld' });
  });

  test('is not repeated if SES may have accepted it', async () => {
    const { service, endpoint } = await given({}, { refuse: () => sesError('TimeoutError') });
    const id = await submit(service, endpoint, { email: 'ada@example.com' });
    await service.settle();
    expect(outcomeOf(service, id)).toEqual({ state: 'failed', reason: 'TimeoutError' });
    expect(service.counted).toMatchObject({ confirmationsFailed: 1, failed: 0 });
    expect(await service.failures()).toEqual([]);
  });

  test('fails at once with the reason while SES is in its sandbox', async () => {
    let attempts = 0;
    const refuse = () => {
      attempts++;
      const failed = 'The following identities failed the check in region EU-CENTRAL-1: ada@example.com';
      return sesError('MessageRejected', `Email address is not verified. ${failed}`);
    };
    const { service, endpoint } = await given({}, { refuse });
    const id = await submit(service, endpoint, { email: 'ada@example.com' });
    const sandboxed = { state: 'failed', reason: expect.stringContaining('is in its sandbox in eu-central-1') };
    expect(outcomeOf(service, id)).toEqual(sandboxed);
    await service.settle();
    expect(attempts).toBe(1);
    expect(service.messages()).toEqual([]);
    expect(await service.failures()).toEqual([]);
  });

  test('is repeated after SES refused it, and counted once', async () => {
    const refusals = [sesError('TooManyRequestsException')];
    const { service, endpoint } = await given({}, { refuse: () => refusals.pop() });
    const id = await submit(service, endpoint, { email: 'ada@example.com' });
    await service.settle();
    expect(outcomeOf(service, id).state).toBe('sent');
  });

  test('is not sent once its submission is gone', async () => {
    const { service, endpoint } = await given({}, { refuse: () => sesError('TooManyRequestsException') });
    const id = await submit(service, endpoint, { email: 'ada@example.com' });
    await service.table.delete(submissionKey(endpoint.id, id));
    service.services.outage = () => undefined;
    await service.settle();
    expect(service.services.mails).toEqual([]);
  });
});
