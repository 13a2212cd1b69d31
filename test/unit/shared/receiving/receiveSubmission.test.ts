import { describe, expect, jest, test } from '@jest/globals';
import { ulid } from 'ulid';
import { ENDPOINT_DEFAULTS } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { requireValidFields } from '../../../../shared/fields/requireValid.ts';
import type { CaptchaVerdict } from '../../../../shared/receiving/captcha/siteVerify.ts';
import { newPass } from '../../../../shared/receiving/captcha/uploadPass.ts';
import { type IntakeDependencies, receiveSubmission } from '../../../../shared/receiving/receiveSubmission.ts';
import type { Sent } from '../../../../shared/receiving/sent.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { featuresOf } from '../../../../shared/spamFilter/features.ts';
import { learnAll } from '../../../../shared/spamFilter/learnedFilter.ts';
import type { StoredEndpoint } from '../../../../shared/storage/endpoints/storedEndpoint.ts';
import type { JudgingFilter } from '../../../../shared/storage/filter/endpointsWithFilter.ts';
import { Challenges } from '../../../../shared/storage/submissions/challenges.ts';
import { type NewSubmission, Submissions } from '../../../../shared/storage/submissions/submissions.ts';
import { UploadClaims } from '../../../../shared/storage/submissions/uploadClaims.ts';
import { inPartition } from '../../../../shared/storage/table/expressions.ts';
import { StorageUnavailable } from '../../../../shared/storage/table/failures.ts';
import { formRequestKey, pendingKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import type { Item, QueryResult } from '../../../../shared/storage/table/table.ts';
import { altchaSolution } from '../../../support/altcha.ts';
import { messageOf } from '../../../support/samples/filterMessages.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';
import { SimulatedStorage } from '../../../support/simulator/simulatedStorage.ts';

const SECRET = 'a secret';
const ENDPOINT: StoredEndpoint = {
  id: 'enp_1',
  workspaceId: 'ws_1',
  slug: 'contact',
  name: 'Contact',
  targetEmails: [],
  ...ENDPOINT_DEFAULTS,
};
const ALTCHA: Partial<StoredEndpoint> = { captcha: { provider: 'altcha' }, captchaSecret: SECRET };
const TURNSTILE: Partial<StoredEndpoint> = {
  captcha: { provider: 'turnstile', siteKey: 'site' },
  captchaSecret: SECRET,
};

const altcha = await altchaSolution(SECRET);

/** Time limit of the functions of operations (`API_TIMEOUT`). */
const FUNCTION_TIME_LIMIT_MS = 10_000;

const never = () => new Promise<never>(() => undefined);

interface Circumstances {
  settings?: Partial<StoredEndpoint>;
  body: Record<string, unknown>;
  files?: Sent['files'];
  verdict?: CaptchaVerdict;
  isUnspent?: boolean;
  filter?: JudgingFilter;
  hasWebhooks?: boolean;
  challenges?: IntakeDependencies['challenges'];
  verify?: IntakeDependencies['verifier']['verify'];
  create?: IntakeDependencies['submissions']['create'] | undefined;
  others?: Partial<IntakeDependencies>;
  onError?: (error: unknown) => void;
}

/**
 * Receives a submission.
 * @returns the calls to other services in order, and the stored item
 */
async function receive({ settings = {}, body, verdict = 'solved', hasWebhooks = false, ...rest }: Circumstances) {
  const { files = [], isUnspent = true, filter, challenges, verify, create, others, onError } = rest;
  const calls: string[] = [];
  let stored: NewSubmission | undefined;
  const noted = <T>(name: string, result: T): Promise<T> => {
    calls.push(name);
    return Promise.resolve(result);
  };
  const dependencies: IntakeDependencies = {
    endpointsWithFilter: {
      find: () =>
        noted('find', { endpoint: { ...ENDPOINT, ...settings }, filter, isFull: false, hasTargets: true, hasWebhooks }),
    },
    uploadClaims: {
      hasTaken: () => noted('claims', false),
      reserve: () => noted('reserve', []),
      release: () => noted('release', undefined),
    },
    challenges: challenges ?? { spend: () => noted('spend', isUnspent), giveBack: () => noted('giveBack', undefined) },
    verifier: { verify: verify ?? (() => noted('verify', verdict)) },
    submissions: {
      create:
        create ??
        ((endpointId, submission) => {
          stored = submission;
          const { data, location } = submission;
          return noted('create', { id: 'sub_1', endpointId, data, location, isSpam: false, isRead: false });
        }),
    },
    fileReceiver: () =>
      noted('files', {
        accept: async () => [{ field: 'a', name: 'a.png', type: 'image/png', bytes: 1, source: Buffer.from('a') }],
        store: async () => [],
      }),
    fieldCheck: async () => requireValidFields,
    siteUrl: 'https://forms.example.com',
    table: new MemoryTable(new MemoryItems()),
    dailySecrets: { find: async () => 'secret' },
    ...others,
  };
  const sent = { endpointId: 'enp_1', body, files, headers: {}, location: 'Spain' };
  const answer = await receiveSubmission(sent, dependencies).catch((error: { code?: string }) => {
    onError?.(error);
    return error instanceof StorageUnavailable ? 'GATEWAY_TIMEOUT' : error.code;
  });
  return { calls, answer, reason: stored?.spamReason, judgedAs: stored?.judgedAs, hasTargets: stored?.hasTargets };
}

test.each([
  ['a submission of an endpoint with recipients', {}, false, true],
  ['a held one of an endpoint with recipients alone: no mail is about it', { _gotcha: 'x' }, false, false],
  ['a held one of an endpoint with webhooks', { _gotcha: 'x' }, true, true],
])('%s: stores whether it has targets', async (_what, body, hasWebhooks, expected) => {
  expect((await receive({ body, hasWebhooks })).hasTargets).toBe(expected);
});

describe('held submissions make the same calls in the same order as others', () => {
  const solved = { settings: ALTCHA, body: { altcha } };
  const checked = { settings: TURNSTILE, body: { 'cf-turnstile-response': 'answer' } };
  const terms = { blockedTerms: ['casino'] };
  const both = { ...ALTCHA, ...terms };

  test.each<[string, string, held: Circumstances, wanted: Circumstances]>([
    ['its honeypot', 'honeypot', { body: { _gotcha: 'x' } }, { body: {} }],
    ['a term', 'term:casino', { settings: terms, body: { a: 'casino' } }, { settings: terms, body: { a: 'b' } }],
    ['a wrong solution of ALTCHA', 'captcha_failed', { ...solved, body: { altcha: 'wrong' } }, solved],
    ['a spent solution of ALTCHA', 'captcha_failed', { ...solved, isUnspent: false }, solved],
    ['a verdict of Turnstile', 'captcha_failed', { ...checked, verdict: 'failed' }, checked],
    ['no verdict of Turnstile', 'captcha_unavailable', { ...checked, verdict: 'unavailable' }, checked],
    [
      'its honeypot, beside a captcha and terms',
      'honeypot',
      { settings: both, body: { _gotcha: 'x', altcha: 'wrong', a: 'casino' } },
      { settings: both, body: { altcha } },
    ],
  ])('by %s: %s', async (_what, reason, ...both) => {
    const [held, wanted] = await Promise.all(both.map(receive));
    expect([held?.reason, wanted?.reason]).toEqual([reason, undefined]);
    expect(held?.calls).toEqual(wanted?.calls);
    expect(held?.answer).toMatchObject({ submission: { isSpam: false } });
  });
});

describe('a captcha response after its submission could not be stored', () => {
  const failing = async () => Promise.reject(new StorageUnavailable(new Error('throttled')));
  const newCloud = () => new SimulatedStorage();

  /** The responses to a sender who sends a form until it is accepted, at most three times. */
  async function sendAgain(
    settings: Partial<StoredEndpoint>,
    body: Record<string, unknown>,
    { failures, challenges }: { failures: number; challenges: IntakeDependencies['challenges'] },
  ) {
    const provider = new Set<string>();
    const verify = async (_provider: string, _secret: string, answer: string): Promise<CaptchaVerdict> => {
      if (provider.has(answer)) return 'used';
      provider.add(answer);
      return answer === 'wrong' ? 'failed' : 'solved';
    };
    const outcomes: unknown[] = [];
    for (let time = 0; time < 3; time++) {
      const create = time < failures ? failing : undefined;
      const { answer, reason } = await receive({ settings, body, challenges, verify, create });
      outcomes.push(reason ?? (typeof answer === 'object' ? 'wanted' : answer));
    }
    return outcomes;
  }

  test.each<[string, Partial<StoredEndpoint>, () => Record<string, unknown>]>([
    ['ALTCHA', ALTCHA, () => ({ altcha })],
    ['an upload’s pass', ALTCHA, () => ({ altcha: newPass({ ...ENDPOINT, ...ALTCHA }, Date.now()) })],
    ['Turnstile', TURNSTILE, () => ({ 'cf-turnstile-response': 'right' })],
  ])('%s: is accepted once more', async (_what, settings, body) => {
    const challenges = new Challenges(newCloud().table);
    const outcomes = await sendAgain(settings, body(), { failures: 1, challenges });
    expect(outcomes).toEqual(['GATEWAY_TIMEOUT', 'wanted', 'captcha_failed']);
  });

  test.each([
    ['ALTCHA', ALTCHA, { altcha: 'wrong' }],
    ['Turnstile', TURNSTILE, { 'cf-turnstile-response': 'wrong' }],
  ])('%s: a wrong one stays wrong', async (_what, settings, body) => {
    const challenges = new Challenges(newCloud().table);
    const outcomes = await sendAgain(settings, body, { failures: 1, challenges });
    expect(outcomes).toEqual(['GATEWAY_TIMEOUT', 'captcha_failed', 'captcha_failed']);
  });

  test('is accepted one more time if DynamoDB’s response is lost', async () => {
    const { table } = newCloud();
    const body = { altcha };
    const send = (challenges: Challenges, create?: Circumstances['create']) =>
      receive({ settings: ALTCHA, body, challenges, create });
    let second: string | undefined = 'not sent';
    const put: typeof table.put = async (item, condition) => {
      await table.put(item, condition);
      if (item.attempt !== 'given back') return;
      second = (await send(new Challenges(table))).reason;
      // The SDK's behaviour without a response.
      await table.put(item, condition);
    };
    await send(new Challenges({ put }), failing);
    expect([second, (await send(new Challenges(table))).reason]).toEqual([undefined, 'captcha_failed']);
  });

  test.each<[string, Partial<IntakeDependencies>]>([
    ['storing takes longer than the function may', { submissions: { create: never } }],
    [
      'its uploads are not released',
      {
        submissions: { create: failing },
        uploadClaims: { hasTaken: async () => false, reserve: async () => [], release: never },
      },
    ],
  ])('is given back even if %s', async (_what, others) => {
    const clock = jest.spyOn(Date, 'now');
    const wasGivenBack = new Promise<void>((resolve) => {
      const challenges = { spend: async () => true, giveBack: async () => resolve() };
      const verify = async (): Promise<CaptchaVerdict> => {
        clock.mockReturnValue(Date.now() + FUNCTION_TIME_LIMIT_MS - 3_000);
        return 'solved';
      };
      const settings = { ...TURNSTILE, files: { types: ['image/png' as const], maxBytes: 1_000, maxCount: 1 } };
      const body = { 'cf-turnstile-response': 'right', _uploads: [newId('upload')] };
      void receive({ settings, body, challenges, verify, others });
    });
    await wasGivenBack.finally(() => clock.mockRestore());
  });

  test('if it cannot be given back, the sender is asked to solve the captcha again', async () => {
    const settings = TURNSTILE;
    const body = { 'cf-turnstile-response': 'right' };
    const challenges = { spend: async () => false, giveBack: failing };
    const onError = jest.fn();
    await receive({ settings, body, challenges, create: failing, onError });
    expect(onError).toHaveBeenCalledWith(
      expect.objectContaining({
        code: 'GATEWAY_TIMEOUT',
        page: '/form/captcha',
        message: expect.stringContaining('solve the captcha again'),
      }),
    );
  });
});

describe('a learned filter', () => {
  const marks = (['spam', 'ham'] as const).flatMap((kind) =>
    Array.from({ length: 30 }, (_, number) => ({
      features: featuresOf(messageOf(kind, number)),
      kind,
      change: 1 as const,
    })),
  );
  const state = Uint8Array.from(learnAll(undefined, marks));
  const record = { period: 0, wanted: 10, taken: 0, wantedBefore: 0, takenBefore: 0 };
  const settings = { spamFilter: 'learn' } as const;
  const body = messageOf('spam', 100);

  test('holds spam; while paused it only records its judgement, with the same calls', async () => {
    const acting = await receive({ settings, body, filter: { state, record } });
    const paused = await receive({ settings, body, filter: { state, record: { ...record, taken: 2 } } });
    expect(acting).toMatchObject({ reason: expect.stringMatching(/^learned: /), judgedAs: 'spam' });
    expect(paused).toMatchObject({ reason: undefined, judgedAs: 'spam' });
    expect(paused.calls).toEqual(acting.calls);
  });
});

describe('a rejected submission uses up no captcha response and is not stored', () => {
  test.each<[string, Circumstances]>([
    ['DISABLED', { settings: { ...ALTCHA, isEnabled: false }, body: { altcha: 'answer' } }],
    ['FORBIDDEN', { settings: { ...ALTCHA, allowedOrigins: [] }, body: { altcha: 'answer' } }],
    ['BAD_REQUEST', { settings: ALTCHA, body: { message: 'Hello' } }],
    ['PAYLOAD_TOO_LARGE', { settings: TURNSTILE, body: { 'cf-turnstile-response': 'a', text: 'x'.repeat(50_000) } }],
  ])('%s', async (code, circumstances) => {
    expect(await receive(circumstances)).toEqual({ calls: ['find'], answer: code, reason: undefined });
  });
});

test('a submission whose captcha takes until its endpoint closes is not stored, and may be sent once it opens', async () => {
  const closesMs = Date.now() + 1_000;
  const settings = { ...TURNSTILE, closesAt: new Date(closesMs).toISOString() };
  const clock = jest.spyOn(Date, 'now');
  const verify = async (): Promise<CaptchaVerdict> => {
    clock.mockReturnValue(closesMs);
    return 'solved';
  };
  const { answer, calls } = await receive({ settings, body: { 'cf-turnstile-response': 'a' }, verify });
  clock.mockRestore();
  expect([answer, calls.filter((call) => ['create', 'giveBack'].includes(call))]).toEqual(['DISABLED', ['giveBack']]);
});

describe('a repetition', () => {
  /** The parts that remember earlier requests, in a table. */
  function givenMemory() {
    const table = new MemoryTable(new MemoryItems());
    const copies: string[] = [];
    const accepted = { field: 'a', name: 'a.txt', type: 'text/plain', bytes: 1, source: { key: 'a', etag: 'b' } };
    const copy = async (endpointId: string, id: string) => {
      copies.push(id);
      const { Items: records = [] } = await table.query(inPartition(formRequestKey(endpointId, '').PK));
      if (!records.some(({ response }) => response === id)) throw new Error('stored before its record');
      return [];
    };
    const others: Partial<IntakeDependencies> = {
      table,
      submissions: new Submissions(table),
      challenges: new Challenges(table),
      uploadClaims: new UploadClaims(table),
      fileReceiver: async () => ({ accept: async () => [accepted], store: copy }),
    };
    const stored = async (): Promise<Item[]> => {
      const [{ Items: all = [] }, { Items: pending = [] }] = (await Promise.all(
        [submissionKey, pendingKey].map((keyOf) => table.query(inPartition(keyOf(ENDPOINT.id, '').PK))),
      )) as [QueryResult, QueryResult];
      return [...all, ...pending];
    };
    return { others, copies, stored };
  }

  test('of a form with uploads, held for its captcha, copies them once if it has to be confirmed', async () => {
    const { others, copies, stored } = givenMemory();
    const confirmation = { subject: 'Please confirm', text: 'Thanks', emailField: 'email', verify: true };
    const settings = { ...TURNSTILE, files: {}, confirmation } as unknown as StoredEndpoint;
    const body = { 'cf-turnstile-response': 'a', _id: ulid(), _uploads: newId('upload') };
    await receive({ settings, body, others, verdict: 'failed' });
    const ids = new Set<string>();
    for (let repetition = 1; repetition <= 8; repetition++) {
      const { answer } = await receive({ settings, body, others });
      ids.add((answer as { submission: { id: string } }).submission.id);
    }
    expect([copies.length, new Set(copies).size, ids.size]).toEqual([2, 2, 1]);
    expect((await stored()).map(({ isHeld = false }) => isHeld)).toEqual([true, false]);
  });

  test('with a solved captcha is answered alike, whether or not it is held for a term', async () => {
    const { others, stored } = givenMemory();
    const settings = { ...TURNSTILE, blockedTerms: ['casino'] };
    for (const a of ['a wish', 'a casino']) {
      const body = { 'cf-turnstile-response': a, _id: ulid(), a };
      for (const [verdict, isReplayed] of [
        ['failed', false],
        ['solved', false],
        ['solved', true],
      ] as const)
        expect((await receive({ settings, body, others, verdict })).answer).toMatchObject({ isReplayed });
    }
    const reasons = (await stored()).map(({ spamReason }) => spamReason);
    expect(reasons).toEqual(['captcha_failed', undefined, 'captcha_failed', 'term:casino']);
  });

  test('of a form with a file stores no file', async () => {
    const { others, copies } = givenMemory();
    const settings = { files: {} } as unknown as StoredEndpoint;
    const body = { _id: ulid() };
    const files = [{ field: 'a', name: 'a.txt', type: 'text/plain', content: Buffer.from('a') }];
    for (const isReplayed of [false, true])
      expect((await receive({ settings, body, files, others })).answer).toMatchObject({ isReplayed });
    expect(copies).toHaveLength(1);
  });

  test('waits while another one copies the uploads, and copies nothing', async () => {
    const { others, copies } = givenMemory();
    const settings = { files: {} } as unknown as StoredEndpoint;
    const body = { _id: ulid(), _uploads: newId('upload') };
    const answers = await Promise.all(Array.from({ length: 5 }, () => receive({ settings, body, others })));
    const results = answers.map(({ answer }) => answer as { submission: { id: string }; isReplayed: boolean });
    expect(new Set(results.map(({ submission }) => submission.id)).size).toBe(1);
    expect(results.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(copies).toHaveLength(1);
  });

  test.each([
    ['altcha', ALTCHA, { altcha }],
    ['turnstile', TURNSTILE, { 'cf-turnstile-response': 'a' }],
  ])(
    'has the captcha %s solved by its first request, which died before storing it',
    async (_provider, settings, answer) => {
      const { others, stored } = givenMemory();
      const body = { ...answer, _id: ulid(), message: 'Hello' };
      await new Promise<void>((isAboutToStore) => {
        const create = () => {
          isAboutToStore();
          return never();
        };
        receive({ settings, body, others: { ...others, submissions: { create } } });
      });
      await receive({ settings, body, others, verdict: 'used' });
      const another = { ...body, _id: ulid() };
      await receive({ settings, body: another, others, verdict: 'used' });
      expect((await stored()).map(({ spamReason }) => spamReason)).toEqual([undefined, 'captcha_failed']);
    },
  );
});
