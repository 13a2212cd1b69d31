import { describe, expect, test } from '@jest/globals';
import { MailBudget } from '../../../../../../shared/deliveries/channels/mail/mailBudget.ts';
import { parseDigestId } from '../../../../../../shared/deliveries/digestId.ts';
import { DIGEST_DELAY_MS, DIGEST_PERIOD_MS } from '../../../../../../shared/deliveries/timing.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints.ts';
import { submissionKey, submittedAt } from '../../../../../../shared/storage/itemKeys.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RECIPIENTS = ['a@example.com', 'b@example.com'];

const mailed = (service: SimulatedPipeline, recipient: string, ids: string[]): string[] =>
  ids.filter((id) => service.mailsTo(recipient, id).length > 0);

const digestsTo = (service: SimulatedPipeline, recipient: string) =>
  service.mailsTo(recipient).flatMap((mail) => {
    const digest = parseDigestId(mail.about);
    return digest ? [{ ...digest, mail }] : [];
  });

describe('an endpoint that may send 10 mails an hour', () => {
  const givenFlood = async (submissions: number) => {
    const service = new SimulatedPipeline({ mailsPerHour: 10 });
    const { id } = await service.newEndpoint(RECIPIENTS);
    const ids = await service.submit({ id }, submissions);
    await service.settle();
    return { service, id, ids };
  };

  /** One submission exceeds the budget; something happens before the digest is due. */
  async function givenOver(before: (given: Over) => Promise<unknown> = async () => undefined) {
    const service = new SimulatedPipeline({ mailsPerHour: 1 });
    const endpoint = await service.newEndpoint(RECIPIENTS);
    const [about = ''] = await service.submit(endpoint);
    await service.settleNow();
    await before({ service, endpoint, about });
    await service.settle();
    return { service, endpoint, about };
  }
  type Over = { service: SimulatedPipeline; endpoint: StoredEndpoint; about: string };

  test('sends as many mails about single submissions as that, and each recipient one digest of all', async () => {
    const { service, ids } = await givenFlood(100);
    for (const recipient of RECIPIENTS) {
      expect(mailed(service, recipient, ids)).toEqual(ids.slice(0, 5));
      const digests = digestsTo(service, recipient);
      expect(digests).toHaveLength(1);
      expect(digests[0]?.mail.subject).toMatch(/^100 submissions: /);
    }
    expect(service.counted).toMatchObject({ sent: 10, digests: 2, overBudget: 95 });
  });

  test('sends no digest as long as the budget lasts', async () => {
    const { service } = await givenFlood(5);
    expect(service.counted).toMatchObject({ sent: 10, digests: 0, overBudget: 0 });
    expect(service.messages()).toEqual([]);
  });

  test('sends the digest when its quarter of an hour is over, and says what came, in a line each, and where the rest is', async () => {
    const service = new SimulatedPipeline({ mailsPerHour: 10 });
    const endpoint = await service.newEndpoint(RECIPIENTS, { name: 'Contact form' });
    const [first = ''] = await service.submit(endpoint, 30, '{"name":"Ada","message":"Hello\\nthere","more":{"a":1}}');
    await service.settleNow();
    expect(service.messages()).toHaveLength(1);
    const period = Math.floor(submittedAt(first) / DIGEST_PERIOD_MS);
    await service.settleUntil((period + 1) * DIGEST_PERIOD_MS);
    expect(digestsTo(service, RECIPIENTS[0] ?? '')).toEqual([]);
    await service.settle();
    expect(service.clock.now()).toBeGreaterThanOrEqual((period + 1) * DIGEST_PERIOD_MS + DIGEST_DELAY_MS);
    const [digest] = digestsTo(service, RECIPIENTS[0] ?? '');
    expect(digest?.mail.subject).toBe('30 submissions: Contact form');
    expect(digest?.mail.text.match(/name: Ada; message: Hello there; more: …/g)).toHaveLength(20);
    expect(digest?.mail.text).toMatch(
      /^10 more are not shown here\.\n\nOpen all in the dashboard: https:\/\/site\.example\/app\/enp_\w+$/m,
    );
    expect(digest?.mail.text).toContain('2026-01-01, 00:00 to 00:15 UTC');
    expect(digest?.mail.html).toContain('name: Ada; message: Hello there; more: …');
  });

  test('sends mails about single submissions again when an hour has passed', async () => {
    const { service, id } = await givenFlood(100);
    service.clock.advance(HOUR_MS + MINUTE_MS);
    const later = await service.submit({ id });
    await service.settleNow();
    expect(service.messages()).toEqual([]);
    expect(mailed(service, RECIPIENTS[0] ?? '', later)).toEqual(later);
  });

  test('with more recipients than mails sends digests alone', async () => {
    const { service } = await givenOver();
    expect(service.counted).toMatchObject({ sent: 0, digests: 2 });
    expect(digestsTo(service, RECIPIENTS[0] ?? '')[0]?.mail.subject).toMatch(/^1 submission: /);
  });

  test('sends nothing for a digest of which no submission is left', async () => {
    const { service } = await givenOver(({ service, endpoint, about }) =>
      service.table.delete(submissionKey(endpoint.id, about)),
    );
    expect(service.services.mails).toEqual([]);
  });

  test.each([
    ['comes after a digest that nobody got because notifications were off', { emailNotifications: false }],
    ['was stored after its digest was closed', { emailNotifications: true }],
  ])('sends mails of its own about a submission that %s', async (_what, fields) => {
    const { service, endpoint, about } = await givenOver(({ service, endpoint }) =>
      service.repositories.endpoints.update(endpoint, fields),
    );
    await service.repositories.endpoints.update(endpoint, { emailNotifications: true });
    // A late clock yields an id of the closed period.
    const late = await service.store(
      endpoint.id,
      about.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    );
    await service.settleNow();
    for (const recipient of RECIPIENTS) expect(mailed(service, recipient, [late])).toEqual([late]);
  });
});

describe('an instance in a flood', () => {
  test('reads once, until an hour after the last submission that was within the budget', async () => {
    const startMs = Date.parse('2026-01-01T00:00:00Z');
    const idAt = (minutes: number) => newId('submission', startMs + minutes * MINUTE_MS);
    const stored: string[] = [];
    let reads = 0;
    const countUpTo = async (_endpointId: string, fromMs: number, last: string, limit: number) => {
      reads++;
      const count = stored.filter((id) => submittedAt(id) >= fromMs && id <= last).length;
      return { count: Math.min(count, limit), isWhole: count < limit };
    };
    const idsUpTo = async (_endpointId: string, fromMs: number, last: string, limit: number) => {
      reads++;
      const items = stored.filter((id) => submittedAt(id) >= fromMs && id <= last).reverse();
      return { items: items.slice(0, limit), isWhole: items.length < limit };
    };
    const endpoint = await new SimulatedPipeline().newEndpoint(RECIPIENTS);
    const budget = new MailBudget({ idsUpTo, countUpTo }, 10);
    const isWithin = async (minutes: number) => {
      const id = idAt(minutes);
      stored.push(id);
      return (await budget.withinBudget(endpoint, [id])).has(id);
    };
    for (let minute = 0; minute < 5; minute++) expect(await isWithin(minute)).toBe(true);
    expect(reads).toBe(5);
    for (let minute = 5; minute < 60; minute++) expect(await isWithin(minute)).toBe(false);
    expect(reads).toBe(7);
    expect(await isWithin(121)).toBe(true);
  });
});
