import { describe, expect, test } from '@jest/globals';
import { altchaSecretOf, altchaSolution } from '../../support/altcha.ts';
import '../../support/cloud/countedCloud.ts';
import { call, resetUsage } from '../../support/cloud/ownCloud.ts';
import {
  eventually,
  mailsTo,
  outputs,
  send,
  type TextResponse,
  uniqueSlug,
  usageOf,
} from '../../support/cloud/service.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';

const COUNT = IS_LONG ? 1_000 : 4;
const TIMEOUT_MS = IS_LONG ? 600_000 : 120_000;
const AT_ONCE = 8;

interface Given {
  id: string;
  recipient: string;
}

async function givenEndpoint(settings: object): Promise<Given> {
  const [slug, recipient] = [uniqueSlug(), `${uniqueSlug()}@example.com`];
  const { status, json } = await call('POST', '/v1/endpoint', {
    json: { slug, targetEmails: [recipient], ...settings },
  });
  expect(status).toBe(201);
  return { id: json.id, recipient };
}

/** Fields of the n-th submission to an endpoint; shared ones are created once. */
type Fields = (number: number, endpoint: Given) => object | Promise<object>;

interface Step {
  what: string;
  settings: object;
  held: Fields;
  reason: string;
  wantedSettings?: object;
  wanted: Fields;
}

const turnstile = (secret: string) => ({ captcha: { provider: 'turnstile', siteKey: 'site', secret } });
const PASSES = turnstile('1x0000000000000000000000000000000AA');
const FAILS = turnstile('2x0000000000000000000000000000000AA');
const ALTCHA = { captcha: { provider: 'altcha' } };
const withAnswer = () => ({ 'cf-turnstile-response': 'XXXX.DUMMY.TOKEN.XXXX' });
const solved: Fields = async (_, { id }) => ({ altcha: await altchaSolution(await altchaSecretOf(outputs(), id)) });

const STEPS: Step[] = [
  {
    what: 'a filled-in honeypot of the owner’s',
    settings: { honeypotField: 'website' },
    held: () => ({ website: 'https://spam.example' }),
    reason: 'honeypot',
    wanted: () => ({ website: ' ' }),
  },
  {
    what: 'no solution of ALTCHA',
    settings: ALTCHA,
    held: (number) => ({ altcha: `no solution ${number}` }),
    reason: 'captcha_failed',
    wanted: solved,
  },
  {
    what: 'a wrong answer of Turnstile',
    settings: FAILS,
    held: withAnswer,
    reason: 'captcha_failed',
    wantedSettings: PASSES,
    wanted: withAnswer,
  },
  {
    what: 'a blocked term in disguise',
    settings: { blockedTerms: ['poker', 'Casino'] },
    held: () => ({ offer: 'the best çаsіnо!' }),
    reason: 'term:Casino',
    wanted: () => ({ offer: 'casinos, anticasino' }),
  },
];

/** The part of a response that a sender can compare, except for what differs between requests. */
const comparable = ({ status, headers, text, json }: TextResponse) => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))),
  body: typeof json?.id === 'string' ? text.replace(json.id, 'sub_…').replace(json.endpointId, 'enp_…') : text,
});

/**
 * Sends many submissions.
 * @returns their ids, the comparable responses, and the function's calls
 */
async function post(endpoint: Given, fields: Fields) {
  const bodies: object[] = [];
  for (let i = 0; i < COUNT; i++) bodies.push({ number: i, ...(await fields(i, endpoint)) });
  await resetUsage();
  const answers: TextResponse[] = [];
  const sender = async () => {
    for (let json = bodies.pop(); json !== undefined; json = bodies.pop())
      answers.push(await send('POST', `/v1/f/${endpoint.id}`, { json }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  const { createSubmission } = await usageOf();
  return {
    ids: answers.map(({ json }) => String(json.id)),
    comparable: [...new Set(answers.map((answer) => JSON.stringify(comparable(answer))))],
    done: createSubmission,
  };
}

async function sentByBrowser(endpoint: Given, fields: Fields) {
  const body = new URLSearchParams({ number: '-1', ...(await fields(0, endpoint)) });
  return comparable(await send('POST', `/v1/f/${endpoint.id}`, { body }));
}

async function storedOf({ id }: Given) {
  const stored: { id: string; isSpam: boolean; spamReason?: string; data: object }[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { json } = await call('GET', `/v1/submissions/${id}?page=${page}`);
    stored.push(...json.submissions);
    pages = json._metadata.totalPages;
  }
  return stored;
}

describe.each(STEPS)('$what', ({ settings, held, reason, wantedSettings, wanted }) => {
  test(
    'is held with its reason; the response does not reveal it, nothing is lost, and other submissions are mailed',
    async () => {
      const endpoint = await givenEndpoint(settings);
      const other = wantedSettings ? await givenEndpoint(wantedSettings) : endpoint;
      const ofHeld = await post(endpoint, held);
      const ofWanted = await post(other, wanted);

      expect(ofHeld.comparable).toEqual(ofWanted.comparable);
      expect(ofHeld.comparable).toHaveLength(1);
      expect(JSON.parse(ofHeld.comparable[0] ?? '')).toMatchObject({
        status: 201,
        body: expect.stringContaining('"isSpam":false'),
      });
      expect(ofHeld.done).toEqual(ofWanted.done);
      expect(await sentByBrowser(endpoint, held)).toEqual(await sentByBrowser(other, wanted));

      const stored = [...(await storedOf(endpoint)), ...(other === endpoint ? [] : await storedOf(other))];
      expect(stored).toHaveLength(2 * COUNT + 2);
      const byId = new Map(stored.map((each) => [each.id, each]));
      for (const id of ofHeld.ids) expect(byId.get(id)).toMatchObject({ isSpam: true, spamReason: reason });
      for (const id of ofWanted.ids) {
        expect(byId.get(id)).toMatchObject({ isSpam: false });
        expect(byId.get(id)).not.toHaveProperty('spamReason');
      }
      for (const { data } of stored)
        expect(Object.keys(data)).toEqual(expect.not.arrayContaining(['_gotcha', 'altcha']));

      const wantedIds = stored.filter(({ isSpam }) => !isSpam).map(({ id }) => id);
      await eventually(
        () => mailsTo(other.recipient),
        (mails) => mails.length >= wantedIds.length,
        60_000,
      );
      const mails = [endpoint, ...(other === endpoint ? [] : [other])].map(({ recipient }) => mailsTo(recipient));
      const mailed = (await Promise.all(mails))
        .flat()
        .map(({ body }) => /^Submission (sub_\w+)$/m.exec(body.text)?.[1]);
      expect(mailed.sort()).toEqual(wantedIds.sort());
    },
    TIMEOUT_MS,
  );
});
