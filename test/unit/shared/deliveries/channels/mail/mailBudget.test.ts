import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { parseDigestId } from '../../../../../../shared/deliveries/channels/mail/digestId.ts';
import { MailBudget } from '../../../../../../shared/deliveries/channels/mail/mailBudget.ts';
import { DIGEST_DELAY_MS, DIGEST_PERIOD_MS } from '../../../../../../shared/deliveries/channels/mail/timing.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import { Endpoints } from '../../../../../../shared/storage/endpoints.ts';
import { submissionKey, submittedAt } from '../../../../../../shared/storage/itemKeys.ts';
import { FaultPlan } from '../../../../../support/simulator/faultPlan.ts';
import { SimulatedService, submissionIdOf } from '../../../../notifications/support/simulatedService.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RECIPIENTS = ['a@example.com', 'b@example.com'];

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Submissions that were announced to somebody by themselves. */
const announced = (service: SimulatedService, recipient: string, records: DynamoDBRecord[]): string[] =>
  records.map(submissionIdOf).filter((id) => service.mails(id, recipient).length > 0);

/** The digests that SES accepted for somebody. */
const digestsTo = (service: SimulatedService, recipient: string) =>
  service.mailsTo(recipient).flatMap((mail) => {
    const digest = parseDigestId(mail.about);
    return digest ? [{ ...digest, mail }] : [];
  });

describe('an endpoint that may send 10 mails an hour', () => {
  const givenFlood = async (submissions: number) => {
    const service = new SimulatedService({ mailsPerHour: 10 });
    const { id } = await service.newEndpoint(RECIPIENTS);
    const records = await service.submit(id, submissions);
    await service.bring(records);
    await service.drain();
    return { service, records };
  };

  test('announces as many submissions by themselves as 10 mails reach, and all of them in one digest for each', async () => {
    const { service, records } = await givenFlood(100);
    for (const recipient of RECIPIENTS) {
      expect(announced(service, recipient, records)).toEqual(records.slice(0, 5).map(submissionIdOf));
      const digests = digestsTo(service, recipient);
      expect(digests).toHaveLength(1);
      expect(digests[0]?.mail.subject).toMatch(/^100 submissions: /);
    }
    expect(service.counted).toMatchObject({ sent: 10, digests: 2, overBudget: 95 });
  });

  test('sends no digest as long as the budget lasts', async () => {
    const { service } = await givenFlood(5);
    expect(service.counted).toMatchObject({ sent: 10, digests: 0, overBudget: 0 });
    expect(service.queue.messages).toEqual([]);
  });

  test('sends the digest when its quarter of an hour is over, and says what came, in a line each, and where the rest is', async () => {
    const service = new SimulatedService({ mailsPerHour: 10 });
    const endpoint = await service.newEndpoint(RECIPIENTS, { name: 'Contact form' });
    const records = await service.submit(endpoint.id, 30, '{"name":"Ada","message":"Hello\\nthere","more":{"a":1}}');
    await service.bring(records);
    const [queued] = service.queue.messages;
    expect(service.queue.messages).toHaveLength(1);
    const period = Math.floor(submittedAt(submissionIdOf(records[0] as DynamoDBRecord)) / DIGEST_PERIOD_MS);
    await service.drain(new FaultPlan(), (period + 1) * DIGEST_PERIOD_MS);
    expect(queued && digestsTo(service, RECIPIENTS[0] ?? '')).toEqual([]);
    await service.drain();
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

  test('announces single submissions again when an hour has passed', async () => {
    const { service } = await givenFlood(100);
    service.clock.advance(HOUR_MS + MINUTE_MS);
    const endpointId = [...service.services.items.state().values()].find(({ SK }) => SK === 'ENP')?.id;
    const [later] = await service.submit(String(endpointId));
    await service.bring([later as DynamoDBRecord]);
    expect(service.queue.messages).toEqual([]);
    expect(announced(service, RECIPIENTS[0] ?? '', [later as DynamoDBRecord])).toHaveLength(1);
  });

  test('with more recipients than mails sends digests alone', async () => {
    const service = new SimulatedService({ mailsPerHour: 1 });
    const { id } = await service.newEndpoint(RECIPIENTS);
    await service.bring(await service.submit(id));
    await service.drain();
    expect(service.counted).toMatchObject({ sent: 0, digests: 2 });
    expect(digestsTo(service, RECIPIENTS[0] ?? '')[0]?.mail.subject).toMatch(/^1 submission: /);
  });

  test('sends nothing for a digest of which no submission is left', async () => {
    const service = new SimulatedService({ mailsPerHour: 1 });
    const { id } = await service.newEndpoint(RECIPIENTS);
    const [record] = await service.submit(id);
    await service.bring([record as DynamoDBRecord]);
    await service.table.delete(submissionKey(id, submissionIdOf(record as DynamoDBRecord)));
    await service.drain();
    expect(service.services.mails).toEqual([]);
  });

  test('announces by itself what comes after a digest that nobody got because notifications were off', async () => {
    const service = new SimulatedService({ mailsPerHour: 1 });
    const endpoint = await service.newEndpoint(RECIPIENTS);
    const endpoints = new Endpoints(service.table);
    await service.bring(await service.submit(endpoint.id));
    await endpoints.update(endpoint, { emailNotifications: false });
    await service.drain();
    await endpoints.update(endpoint, { emailNotifications: true });
    const [first] = [...service.services.items.state().values()].filter(({ SK }) => String(SK).startsWith('SUB#'));
    const key = submissionKey(endpoint.id, String(first?.SK).slice('SUB#'.length).replace(/.$/, 'Z'));
    const item = { ...key, data: '{}', location: 'Unknown' };
    await service.table.put(item, {});
    const late = service.recordOf(key, item);
    await service.bring([late]);
    for (const recipient of RECIPIENTS) expect(announced(service, recipient, [late])).toHaveLength(1);
  });

  test('announces by itself what was stored after its digest was closed', async () => {
    const service = new SimulatedService({ mailsPerHour: 1 });
    const { id } = await service.newEndpoint(RECIPIENTS);
    const [record] = await service.submit(id);
    await service.bring([record as DynamoDBRecord]);
    await service.drain();
    // A clock that is late gives an id of the closed period.
    const lateId = submissionIdOf(record as DynamoDBRecord).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const key = submissionKey(id, lateId);
    const item = { ...key, data: '{}', location: 'Unknown' };
    await service.table.put(item, {});
    const late = service.recordOf(key, item);
    await service.bring([late]);
    for (const recipient of RECIPIENTS) expect(announced(service, recipient, [late])).toHaveLength(1);
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
    const endpoint = await new SimulatedService().newEndpoint(RECIPIENTS);
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
