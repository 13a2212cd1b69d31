import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { createHandler as recordMailEvent } from '../../../../../../lambdas/recordMailEvent.ts';
import { ASKED } from '../../../../../../shared/deliveries/channels/confirmation/confirmationEvents.ts';
import { askAgain } from '../../../../../../shared/deliveries/channels/confirmation/resending.ts';
import { confirmedBy, hashedMailbox } from '../../../../../../shared/deliveries/channels/confirmation/tokens.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import { unsubscribedKey } from '../../../../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../../../../shared/storage/confirmations/confirmationSecret.ts';
import { PendingSubmissions } from '../../../../../../shared/storage/confirmations/pendingSubmissions.ts';
import { DeliveryRecords } from '../../../../../../shared/storage/deliveries/deliveryRecords.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { recordScanOf } from '../../../../../../shared/storage/submissions/submittedFiles.ts';
import { pendingEndsAt, pendingKey, submissionKey } from '../../../../../../shared/storage/table/itemKeys.ts';
import type { ItemKey } from '../../../../../../shared/storage/table/partitions.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const HOUR_MS = 3_600_000;
const OWNER = 'owner@example.com';
const SENDER = 'ada@example.net';
const CONFIRMATION = { subject: 'Please confirm', text: 'We got your message.', verify: true };

async function given(fields: object = {}, options: ConstructorParameters<typeof SimulatedPipeline>[0] = {}) {
  const service = new SimulatedPipeline(options);
  const endpoint = await service.newEndpoint({
    targetEmails: [OWNER],
    confirmation: CONFIRMATION,
    allowedOrigins: ['https://example.com'],
    ...fields,
  });
  const pending = new PendingSubmissions(service.table, service.clock.now);
  const submit = async (email: string, fields: object = {}): Promise<string> => {
    const id = newId('submission', service.clock.now());
    const submission = { id, data: { email }, location: 'Spain', language: 'de' as const, isPending: true, ...fields };
    await service.repositories.submissions.create(endpoint.id, submission);
    await settle();
    return id;
  };
  const settle = () => service.settle(service.clock.now());
  const recipients = () => service.services.mails.map(({ recipient }) => recipient);
  const askAgainFor = async (id: string) => {
    const { table, clock } = service;
    const key = await new ConfirmationSecret(table).findOrMake();
    await askAgain({ table, key, now: clock.now }, endpoint.id, id);
  };
  const asking = (id: string) => askAgainFor(id).catch(({ code, message }) => `${code} ${message}`);
  return { service, endpoint, pending, submit, settle, recipients, askAgainFor, asking };
}

const outcomes = (service: SimulatedPipeline) =>
  service.records('confirmation').map(({ id, state, reason }) => [id, state, ...(reason ? [reason] : [])]);

/** The token in the link of a mail, checked as the operation does. */
async function confirmedIn(service: SimulatedPipeline, { id: endpointId }: StoredEndpoint, text = '') {
  const [, fragment = ''] = /\/mail\/confirm#([^\s&]+)&form=\S+/.exec(text) ?? [];
  const secret = await new ConfirmationSecret(service.table).findOrMake();
  expect(fragment.startsWith(`${endpointId}.`)).toBe(true);
  return confirmedBy(secret, endpointId, fragment.slice(endpointId.length + 1));
}

describe('a submission to confirm', () => {
  test('only notifies its sender, by a mail in their language with a link', async () => {
    const { service, endpoint, submit, recipients } = await given();
    const id = await submit(SENDER);
    expect(recipients()).toEqual([SENDER]);
    const [mail] = service.services.mails;
    expect(mail?.text).toContain(
      'Ihre Nachricht wird erst zugestellt, wenn Sie sie vor dem 2026-01-08 00:00 UTC bestätigen.',
    );
    expect(await confirmedIn(service, endpoint, mail?.text)).toBe(id);
    expect(await service.table.get(submissionKey(endpoint.id, id))).toBeUndefined();
  });

  test('is asked in the language of the owner’s text, if that is set', async () => {
    const { service, submit } = await given({ confirmation: { ...CONFIRMATION, language: 'en' } });
    await submit(SENDER);
    const [mail] = service.services.mails;
    expect(mail?.text).toContain('before 2026-01-08 00:00 UTC');
    expect(mail?.text).toContain('Never email me again');
    expect(mail?.text).not.toContain('E-Mail');
  });

  test.each(['en', 'ar'] as const)(
    'gets a mail with the time of its removal by age, in the language %s',
    async (language) => {
      const { service, submit } = await given({ keepDays: 1 });
      await submit(SENDER, { language });
      expect(service.services.mails[0]?.text).toContain('2026-01-02 00:00 UTC');
    },
  );

  test('is created by its confirmation: its owner is notified once, its sender gets no second mail', async () => {
    const { service, endpoint, pending, submit, settle, recipients } = await given();
    const id = await submit(SENDER);
    service.clock.advance(50 * HOUR_MS);
    for (let time = 0; time < 2; time++) await pending.confirm(endpoint.id, id);
    await settle();
    await service.settle();
    expect(recipients()).toEqual([SENDER, OWNER]);
    expect(await service.table.get(pendingKey(endpoint.id, id))).toBeUndefined();
    const submission = await service.repositories.submissions.find(endpoint.id, id);
    expect(submission).toMatchObject({
      id,
      data: { email: SENDER },
      confirmedAt: expect.stringMatching(/^2026-01-03 02:00:00\.\d{6}$/),
    });
    expect(submission).not.toHaveProperty('ttl');
  });

  test('keeps the result of a scan that ends while it is confirmed', async () => {
    const { service, endpoint } = await given();
    const id = newId('submission', service.clock.now());
    const file = { id: 'fil_1', field: 'f', name: 'a', type: 'text/plain', bytes: 1, scan: 'pending' as const };
    const fields = { id, data: {}, location: 'Spain', files: [file], isPending: true };
    await service.repositories.submissions.create(endpoint.id, fields);
    let isFirst = true;
    const { table } = service;
    const racing = {
      query: table.query.bind(table),
      put: table.put.bind(table),
      update: table.update.bind(table),
      delete: table.delete.bind(table),
      transact: table.transact.bind(table),
      get: async (key: ItemKey) => {
        const item = await table.get(key);
        const ids = { endpointId: endpoint.id, submissionId: id, fileId: file.id };
        if (isFirst) await recordScanOf(table, ids, 'clean');
        isFirst = false;
        return item;
      },
    };
    await new PendingSubmissions(racing, service.clock.now).confirm(endpoint.id, id);
    expect((await service.repositories.submissions.find(endpoint.id, id))?.files?.[0]?.scan).toBe('clean');
  });

  test('expires after seven days, even if the table has not removed it yet', async () => {
    const { service, endpoint, pending, submit, askAgainFor } = await given();
    const id = await submit(SENDER);
    service.clock.advance(7 * 24 * HOUR_MS - 1_000);
    expect((await pending.list(endpoint.id, { limit: 10 })).submissions.map((each) => each.id)).toEqual([id]);
    service.clock.advance(1_000);
    expect((await pending.list(endpoint.id, { limit: 10 })).submissions).toEqual([]);
    for (const answer of [() => pending.confirm(endpoint.id, id), () => askAgainFor(id)])
      await expect(answer()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { ttl } = (await service.table.get(pendingKey(endpoint.id, id))) ?? {};
    expect(ttl).toBe(Math.floor(pendingEndsAt(id) / 1_000));
  });

  test('gets its mail again on request, once an hour, and as often as its mailbox may be mailed in a day', async () => {
    const { service, submit, settle, recipients, asking } = await given();
    const id = await submit(SENDER);
    const asked: unknown[] = [];
    for (const hours of [0.9, 0.2, 0.5, 0.6, 1.1, 21]) {
      service.clock.advance(hours * HOUR_MS);
      asked.push(await asking(id));
      await settle();
    }
    const early = (time: string, seconds: number) =>
      expect.stringMatching(
        `^TOO_MANY_REQUESTS The last mail was sent at 2026-01-01 ${time}:\\S+ UTC: try again in ${seconds} s`,
      );
    const limited = expect.stringMatching(
      /^TOO_MANY_REQUESTS The address has reached its limit of mails \(addressPerDay\)/,
    );
    expect(asked).toEqual([early('00:00', 360), undefined, early('01:06', 1_800), undefined, limited, undefined]);
    expect(recipients()).toEqual([SENDER, SENDER, SENDER, SENDER]);
    expect(outcomes(service)).toEqual(['', '#1', '#2', '#3'].map((suffix) => [`${id}${suffix}`, 'sent']));
  });

  test('gets its promised mail even if its mailbox gets another one first', async () => {
    const { service, endpoint, submit, settle, recipients, asking } = await given();
    const id = await submit(SENDER);
    service.clock.advance(1.1 * HOUR_MS);
    const other = {
      data: { email: SENDER },
      location: '',
      isPending: true,
      id: newId('submission', service.clock.now()),
    };
    await service.repositories.submissions.create(endpoint.id, other);
    expect(await asking(id)).toBeUndefined();
    expect(await asking(id)).toMatch(/^TOO_MANY_REQUESTS The last mail was requested at 2026-01-01 01:06:/);
    await settle();
    expect(recipients()).toEqual([SENDER, SENDER, SENDER]);
    expect(await asking(other.id)).toMatch(/^TOO_MANY_REQUESTS/);
  });

  test('is not mailed again once its address unsubscribed, or its endpoint has no `confirmation`', async () => {
    const { service, endpoint, submit, asking } = await given();
    const id = await submit(SENDER);
    service.clock.advance(1.1 * HOUR_MS);
    const secret = await new ConfirmationSecret(service.table).findOrMake();
    await service.table.put({ ...unsubscribedKey(hashedMailbox(secret, SENDER)), unsubscribedAt: '' }, {});
    expect(await asking(id)).toMatch(/^NOT_FOUND/);
    await service.table.delete(unsubscribedKey(hashedMailbox(secret, SENDER)));
    await service.repositories.endpoints.update(endpoint, { confirmation: null });
    expect(await asking(id)).toMatch(/^NOT_FOUND/);
  });

  test('can be asked for again an hour after its last mail, however late that was sent', async () => {
    const { service, submit, settle, recipients, asking } = await given({}, { confirmationsPerHour: 1 });
    await submit('bob@example.net');
    const id = await submit(SENDER);
    const ask = () => asking(id).then((failed) => failed?.split(' ')[0]);
    service.clock.advance(1.05 * HOUR_MS);
    expect([await ask(), recipients()]).toEqual(['TOO_MANY_REQUESTS', ['bob@example.net']]);
    service.clock.advance(1.5 * HOUR_MS);
    await settle();
    expect([await ask(), recipients()]).toEqual(['TOO_MANY_REQUESTS', ['bob@example.net', SENDER]]);
    service.clock.advance(2.5 * HOUR_MS);
    expect(await ask()).toBeUndefined();
    await settle();
    expect(recipients()).toEqual(['bob@example.net', SENDER, SENDER]);
  });

  test.each([0, 1, 2])('records a bounce of its mail number %d at that mail only', async (bounced) => {
    const { service, submit, settle, askAgainFor } = await given();
    const id = await submit(SENDER);
    for (let again = 0; again < 2; again++) {
      service.clock.advance(1.1 * HOUR_MS);
      await askAgainFor(id);
      await settle();
    }
    const record = recordMailEvent({ records: new DeliveryRecords(service.table), table: service.table });
    const bounce = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [{ emailAddress: SENDER }] };
    const detail = { mail: { tags: service.services.mails[bounced]?.tags }, bounce };
    await record({ detail } as never, { getRemainingTimeInMillis: () => 10_000 } as Context);
    const expected = [id, `${id}#1`, `${id}#2`].map((each) => [each, 'sent']);
    expected[bounced] = [expected[bounced]?.[0] ?? '', 'failed', 'bounced: General'];
    expect(outcomes(service)).toEqual(expected);
    expect(service.records('confirmation').map(({ event }) => event)).toEqual(Array(3).fill(ASKED));
  });

  test('needs no confirmation after its release from spam', async () => {
    const { service, endpoint, submit, settle, recipients } = await given();
    const id = await submit(SENDER, { isPending: false, spamReason: 'honeypot' });
    await service.repositories.submissions.update({ id: endpoint.id }, id, { isSpam: false });
    await settle();
    expect(recipients()).toEqual([OWNER]);
  });
});
