import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MailBudget } from '../../../../../../../shared/deliveries/channels/mail/budget/mailBudget.ts';
import { digestAt, parseDigestId } from '../../../../../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { DIGEST_DELAY_MS, DIGEST_PERIOD_MS } from '../../../../../../../shared/deliveries/channels/mail/mailTiming.ts';
import { newId } from '../../../../../../../shared/runtime/newId.ts';
import type { MinuteCounts } from '../../../../../../../shared/storage/counters/minuteCounts.ts';
import { digestKey } from '../../../../../../../shared/storage/deliveries/deliveryKeys.ts';
import type { StoredEndpoint } from '../../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { submissionKey, submittedAt } from '../../../../../../../shared/storage/table/itemKeys.ts';
import { SimulatedPipeline } from '../../../support/simulatedPipeline.ts';

const MINUTE_MS = 60_000;
const RECIPIENTS = ['a@example.com', 'b@example.com'];

/** 6 MB held as spam, more than the reads of a decision reach over. Stored data is compressed. */
async function holdMuch({ repositories }: SimulatedPipeline, endpointId: string): Promise<void> {
  for (let i = 0; i < 130; i++) {
    const data = { message: randomBytes(36_000).toString('base64') };
    await repositories.submissions.create(endpointId, { data, location: '', spamReason: 'honeypot' });
  }
}

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
    const { id } = await service.newEndpoint({ targetEmails: RECIPIENTS });
    const ids = await service.submit({ id }, submissions);
    await service.settle();
    return { service, id, ids };
  };

  /** One submission exceeds the budget; something happens before the digest is due. */
  async function givenOver(before: (given: Over) => Promise<unknown> = async () => undefined) {
    const service = new SimulatedPipeline({ mailsPerHour: 1 });
    const endpoint = await service.newEndpoint({ targetEmails: RECIPIENTS });
    const [about = ''] = await service.submit(endpoint);
    await service.settleNow();
    await before({ service, endpoint, about });
    await service.settle();
    return { service, endpoint, about };
  }
  type Over = { service: SimulatedPipeline; endpoint: StoredEndpoint; about: string };

  test('sends single mails up to its budget, then one digest of all to each recipient', async () => {
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

  test('sends the digest after its quarter of an hour, with a line for each submission and a link to the rest', async () => {
    const service = new SimulatedPipeline({ mailsPerHour: 10 });
    const endpoint = await service.newEndpoint({ targetEmails: RECIPIENTS, name: 'Contact form' });
    const [first = ''] = await service.submit(endpoint, 30, '{"name":"Ada","message":"Hello\\nthere","more":{"a":1}}');
    await service.settleNow();
    expect(service.messages()).toHaveLength(1);
    const period = Math.floor(submittedAt(first) / DIGEST_PERIOD_MS);
    await service.settleUntil((period + 1) * DIGEST_PERIOD_MS);
    expect(digestsTo(service, RECIPIENTS[0] ?? '')).toEqual([]);
    await service.settle();
    expect(service.clock.now()).toBeGreaterThanOrEqual((period + 1) * DIGEST_PERIOD_MS + DIGEST_DELAY_MS);
    const [digest] = digestsTo(service, RECIPIENTS[0] ?? '');
    expect(digest?.mail.fromName).toBe('Contact form');
    expect(digest?.mail.subject).toBe('30 submissions: Contact form (2026-01-01, 00:00 to 00:15 UTC)');
    expect(digest?.mail.text.match(/Name: Ada; Message: Hello there; More: …/g)).toHaveLength(20);
    expect(digest?.mail.text).toMatch(
      /^10 more are not shown here\.\n\nView them in the dashboard: https:\/\/site\.example\/app\/enp_\w+$/m,
    );
    expect(digest?.mail.text).toContain('2026-01-01, 00:00 to 00:15 UTC');
    expect(digest?.mail.html).toContain('Name: Ada; Message: Hello there; More: …');
  });

  test('with more recipients than its budget only sends digests', async () => {
    const { service } = await givenOver();
    expect(service.counted).toMatchObject({ sent: 0, digests: 2 });
    expect(digestsTo(service, RECIPIENTS[0] ?? '')[0]?.mail.subject).toMatch(/^1 submission: /);
  });

  test('held spam, however much, keeps no submission from its own mail', async () => {
    const service = new SimulatedPipeline({ mailsPerHour: 100 });
    const endpoint = await service.newEndpoint({ targetEmails: RECIPIENTS });
    await holdMuch(service, endpoint.id);
    const ids = await service.submit(endpoint, 60);
    await service.settle();
    for (const recipient of RECIPIENTS) {
      expect(mailed(service, recipient, ids)).toEqual(ids.slice(0, 50));
      expect(digestsTo(service, recipient)).toHaveLength(1);
    }
  });

  test('a digest that much held spam fills says that there are also submissions', async () => {
    const service = new SimulatedPipeline({ mailsPerHour: 1 });
    const endpoint = await service.newEndpoint({ targetEmails: RECIPIENTS });
    await holdMuch(service, endpoint.id);
    service.clock.advance(1_000);
    await service.submit(endpoint);
    await service.settle();
    expect(digestsTo(service, RECIPIENTS[0] ?? '')[0]?.mail.subject).toMatch(/^Submissions among much spam: /);
  });

  test('submissions that arrive long after their ids, newest first, share the budget of their hours', async () => {
    const service = new SimulatedPipeline({ mailsPerHour: 20 });
    const endpoint = await service.newEndpoint({ targetEmails: RECIPIENTS });
    const { now } = service.clock;
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) {
      const id = newId('submission', now() - 20 * MINUTE_MS - i * 60_000);
      ids.push(await service.store(endpoint.id, id));
      await service.settleNow();
    }
    await service.settle();
    expect(mailed(service, RECIPIENTS[0] ?? '', ids)).toEqual(ids.slice(0, 10));
  });

  test('sends one digest per quarter for submissions of many earlier quarters released in it, and names all of them', async () => {
    const service = new SimulatedPipeline({ mailsPerHour: 1 });
    const endpoint = await service.newEndpoint({ targetEmails: RECIPIENTS });
    const quarter = Math.floor(service.clock.now() / DIGEST_PERIOD_MS);
    const [ROUNDS, QUARTERS] = [3, 24];
    for (let round = 0; round < ROUNDS; round++) {
      const count = round === 0 ? 5 : QUARTERS;
      for (let i = 0; i < count; i++) {
        const id = newId('submission', (quarter - 1 - i) * DIGEST_PERIOD_MS + round);
        await service.store(endpoint.id, id, `{"message":"late ${round} ${i}"}`);
      }
      await service.settle();
      service.clock.advance(DIGEST_PERIOD_MS);
    }
    for (const recipient of RECIPIENTS) {
      const mails = digestsTo(service, recipient).map(({ mail }) => mail);
      expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
        '5 submissions',
        'More than 20 submissions',
        'More than 20 submissions',
      ]);
      for (let i = 0; i < 5; i++) expect(mails[0]?.text).toContain(`late 0 ${i}`);
      expect(mails[0]?.text).toContain('5 of them had been sent before, and were confirmed or released then.');
      expect(mails[1]?.text.match(/late 1/g)).toHaveLength(20);
    }
  });

  test('sends no digest if none of its submissions is left', async () => {
    const { service } = await givenOver(({ service, endpoint, about }) =>
      service.table.delete(submissionKey(endpoint.id, about)),
    );
    expect(service.services.mails).toEqual([]);
  });

  test.each([
    ['comes after a digest that nobody got because notifications were off', { emailNotifications: false }],
    ['was stored after its digest was closed', { emailNotifications: true }],
  ])('sends another digest, but no single mail, about a submission that %s', async (_what, fields) => {
    const { service, endpoint, about } = await givenOver(({ service, endpoint }) =>
      service.repositories.endpoints.update(endpoint, fields),
    );
    await service.repositories.endpoints.update(endpoint, { emailNotifications: true });
    // A slow clock yields an id of the closed period.
    const late = await service.store(
      endpoint.id,
      about.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    );
    await service.settle();
    const { closedAt } =
      (await service.table.get(digestKey(endpoint.id, digestAt(endpoint.id, submittedAt(about)).id))) ?? {};
    for (const recipient of RECIPIENTS) {
      expect(mailed(service, recipient, [late])).toEqual([]);
      const last = digestsTo(service, recipient).at(-1);
      expect([last?.id, last?.mail.text.includes('1 of them had')]).toEqual([
        digestAt(endpoint.id, Number(closedAt)).id,
        true,
      ]);
    }
  });
});

describe('the hour of an endpoint', () => {
  const START_MS = Date.parse('2026-01-01T00:00:00Z');
  const times = new Map<string, number>();
  /** Kept, since each decision reads the times of all submissions. */
  const timeOf = (id: string): number => times.get(id) ?? submittedAt(id);
  function idAt(ms: number): string {
    const id = newId('submission', START_MS + ms);
    times.set(id, START_MS + ms);
    return id;
  }

  /** A budget over submissions in memory, which counts what it reads and writes. */
  async function givenBudget(mailsPerHour: number) {
    const stored: string[] = [];
    const seen = { reads: 0, ids: 0, puts: 0 };
    let counts: MinuteCounts | undefined;
    let nowMs = 0;
    const recent = {
      idsUpTo: async (_endpointId: string, fromMs: number, last: string, limit: number) => {
        const found = stored.filter((id) => id <= last && timeOf(id) >= fromMs).sort();
        const items = found.reverse().slice(0, limit);
        seen.reads++;
        seen.ids += items.length;
        return { items, isWhole: found.length < limit };
      },
    };
    const store = {
      find: async () => counts,
      put: async (_endpointId: string, fresh: MinuteCounts) => {
        seen.puts++;
        counts = fresh;
      },
    };
    const newInstance = () =>
      new MailBudget({
        recent,
        counts: store,
        ownMails: async () => {
          throw new Error('submissions suffice');
        },
        mailsPerHour,
        now: () => nowMs,
      });
    const endpoint = await new SimulatedPipeline().newEndpoint({ targetEmails: RECIPIENTS });
    let budget = newInstance();
    return {
      stored,
      seen,
      restart: () => {
        budget = newInstance();
      },
      /** Decides about submissions once the newest of all is stored. */
      decide: async (ids: string[]) => {
        nowMs = Math.max(...stored.map(timeOf));
        return budget.withinBudget(
          endpoint,
          ids.map((id) => ({ id, storedBefore: timeOf(id) })),
        );
      },
    };
  }

  /** True if all submissions from 60 whole minutes before one up to it are within the limit. */
  const isWithinByDefinition = (stored: string[], id: string, max: number): boolean => {
    const from = (Math.floor(timeOf(id) / MINUTE_MS) - 60) * MINUTE_MS;
    return stored.filter((each) => each <= id && timeOf(each) >= from).length <= max;
  };

  test('is read once by an instance in a flood, until an hour after the last submission that was within the budget', async () => {
    const { stored, seen, decide } = await givenBudget(10);
    const isWithin = async (minutes: number) => {
      const id = idAt(minutes * MINUTE_MS);
      stored.push(id);
      return (await decide([id])).has(id);
    };
    for (let minute = 0; minute < 5; minute++) expect(await isWithin(minute)).toBe(true);
    expect(seen.reads).toBe(5);
    for (let minute = 5; minute < 60; minute++) expect(await isWithin(minute)).toBe(false);
    expect(seen.reads).toBe(6);
    expect(await isWithin(60)).toBe(false);
    expect(seen.reads).toBe(7);
    expect(await isWithin(121)).toBe(true);
  });

  test('is known for each submission of a batch that crosses a minute boundary', async () => {
    const { stored, decide } = await givenBudget(2 * 200);
    stored.push(...Array.from({ length: 199 }, (_, i) => idAt(i * 18_000)));
    const before = idAt(3_599_000);
    stored.push(before, idAt(3_600_500));
    await decide(stored.slice(-1));
    expect(await decide([before])).toEqual(new Set([before]));
  });

  test('needs few reads and fewer writes in a flood', async () => {
    const { stored, seen, decide } = await givenBudget(600);
    const POSTS = 1_200;
    for (let i = 0; i < POSTS; i++) {
      const id = idAt(i * 13_000);
      stored.push(id);
      expect((await decide([id])).has(id)).toBe(true);
    }
    // An hour has 277 submissions. Each read returns 33, and on average half of those that are not counted yet.
    expect(seen.ids / POSTS).toBeLessThan(80);
    expect(seen.puts / POSTS).toBeLessThan(1 / 60);
  });

  test('is decided by stored submissions alone: the same on any instance, on retries and late', async () => {
    // About 170 in an hour, for some hours, with bursts and pauses.
    const steps = fc.array(
      fc.record({
        afterMs: fc.integer({ min: 2_000, max: 100_000 }).map((ms) => (ms > 99_000 ? 25 * ms : ms)),
        posts: fc.integer({ min: 1, max: 40 }).map((posts) => (posts > 38 ? posts : 1 + (posts % 4))),
        restarts: fc.boolean(),
        again: fc.nat(30),
      }),
      { minLength: 150, maxLength: 250 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 70, max: 220 }), async (all, max) => {
        const { stored, decide, restart } = await givenBudget(max * RECIPIENTS.length);
        let ms = 0;
        for (const { afterMs, posts, restarts, again } of all) {
          ms += afterMs;
          if (restarts) restart();
          const fresh = Array.from({ length: posts }, (_, i) => idAt(ms + i * 50));
          stored.push(...fresh);
          const isRight = (id: string) => isWithinByDefinition(stored, id, max);
          const asked = fresh.slice(-16);
          const within = await decide(asked);
          expect(asked.filter((id) => within.has(id))).toEqual(asked.filter(isRight));
          // An earlier submission goes to a digest if too many have arrived since.
          const earlier = stored.slice(-again - 1).slice(0, 1);
          expect([...(await decide(earlier))].filter((id) => !isRight(id))).toEqual([]);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});
