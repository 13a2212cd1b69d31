import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  CREATE,
  FILES,
  INDEX,
  itemBytesOf,
  READ_PAGE,
  REMOVE_BY_AGE,
  UPLOAD,
  WAYS,
} from '../../../infra/operator/cost/measured.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import * as controlFields from '../../../shared/contract/controlFields.ts';
import { OPERATIONS, type OperationId } from '../../../shared/contract/operations/index.ts';
import { setAll } from '../../../shared/storage/table/expressions.ts';
import { endpointKey, learnedFilterKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { newKeySecret } from '../../../shared/storage/workspaces/keySecret.ts';
import {
  COSTS,
  type Cost,
  measureCosts,
  PROSE_BYTES,
  READ_UNITS_BY_RULES,
  rulesOf,
} from '../../support/cloud/costs.ts';
import { cloud } from '../../support/cloud/countedCloud.ts';
import { tableOf, tick } from '../../support/cloud/notifications.ts';
import { call, resetUsage } from '../../support/cloud/ownCloud.ts';
import { PDF, PNG, upload } from '../../support/cloud/postedFiles.ts';
import { eventually, type TextResponse, uniqueSlug, usageOf } from '../../support/cloud/service.ts';
import { proseOf } from '../../support/site/prose.ts';
import { withAnotherEnd } from '../../support/withAnotherEnd.ts';

async function costOf(operationId: string, request: () => Promise<TextResponse>, status = 200): Promise<FunctionUsage> {
  await resetUsage();
  expect((await request()).status).toBe(status);
  const usage = (await usageOf())[operationId];
  expect(usage?.invocations).toBe(1);
  return usage as FunctionUsage;
}

async function newEndpointId(): Promise<string> {
  return (await call('POST', '/v1/endpoint', { json: { slug: uniqueSlug(), targetEmails: [] } })).json.id;
}

async function newKeyOfWorkspace(limits: object = {}) {
  const fields = { name: 'Another key', expiresAt: '1-day', ...limits };
  const { json, headers } = await call('POST', '/v1/key', { json: fields });
  return { id: String(json.id), secret: headers.get('x-api-key-secret') ?? '' };
}

describe('a submission', () => {
  /** The text that compresses least: random bytes as base64, of which three quarters remain. */
  const noiseOf = (bytes: number) => ({ message: randomBytes(bytes).toString('base64').slice(0, bytes) });

  test.each([
    ['400 bytes of ordinary text', proseOf(400), 1],
    ...PROSE_BYTES.map((bytes) => [`${bytes} bytes of ordinary text`, proseOf(bytes), 1] as const),
    ['900 bytes of random text', noiseOf(900), 1],
    ['3,500 bytes of random text', noiseOf(3_500), 3],
  ])('of %s costs 2 rounds, one strong read and the fewest write units', async (_, json, writeUnits) => {
    const id = await newEndpointId();
    let created = '';
    const request = async () => {
      const answer = await call('POST', `/v1/f/${id}`, { json });
      created = answer.json.id;
      return answer;
    };
    expect(await costOf('createSubmission', request, 201)).toEqual({
      invocations: 1,
      dynamodb: { Query: 1, PutItem: 1 },
      readUnits: 1,
      writeUnits,
      rounds: 2,
    });
    expect((await call('GET', `/v1/submission/${id}/${created}`)).json.data).toEqual(json);
  });

  test('to an endpoint with the largest possible filter costs one more read unit, and nothing else', async () => {
    const id = await newEndpointId();
    expect((await call('PUT', `/v1/endpoint/${id}`, { json: { spamFilter: 'learn' } })).status).toBe(200);
    const outcomes = { truePositives: 1_000, falsePositives: 1_000, trueNegatives: 1_000, falseNegatives: 1_000 };
    const record = { period: 1_000, wanted: 49, taken: 10, wantedBefore: 50, takenBefore: 10 };
    const filter = { version: 100_000, generation: 'x'.repeat(8), state: new Uint8Array(3_700), outcomes, record };
    await tableOf(cloud.outputs).put({ ...learnedFilterKey(id), ...filter }, {});
    const cost = await costOf('createSubmission', () => call('POST', `/v1/f/${id}`, { json: { message: 'Hi' } }), 201);
    expect(cost).toMatchObject({ dynamodb: { Query: 1, PutItem: 1 }, readUnits: 2, writeUnits: 1, rounds: 2 });
  });
});

describe('a submission to an endpoint with settings against spam', () => {
  const terms = (length: number) => Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(length, 'x'));
  const turnstile = { provider: 'turnstile', siteKey: 'site', secret: '1x0000000000000000000000000000000AA' };
  const plain = { dynamodb: { Query: 1, PutItem: 1 }, readUnits: 1, writeUnits: 1, rounds: 2 };

  test.each([
    ['a honeypot', { honeypotField: 'website' }, plain],
    ['3 allowed origins', { allowedOrigins: [1, 2, 3].map((i) => `https://site${i}.example`) }, plain],
    ['100 terms of 20 characters', { blockedTerms: terms(20) }, plain],
    ['100 terms of 100 characters', { blockedTerms: terms(100) }, { ...plain, readUnits: 3 }],
    ['Turnstile', { captcha: turnstile }, plain],
    [
      'ALTCHA',
      { captcha: { provider: 'altcha' } },
      { dynamodb: { Query: 1, PutItem: 2 }, readUnits: 1, writeUnits: 2, rounds: 3 },
    ],
  ])('costs as in docs/evidence.md with %s', async (_what, settings, cost) => {
    const id = await newEndpointId();
    await call('PUT', `/v1/endpoint/${id}`, { json: settings });
    const json = { message: 'Hello', altcha: 'no solution', 'cf-turnstile-response': 'answer' };
    const headers = { Origin: 'https://site1.example' };
    const found = await costOf('createSubmission', () => call('POST', `/v1/f/${id}`, { json, headers }), 201);
    expect(found).toEqual({ invocations: 1, ...cost });
  });
});

describe('a submission to an endpoint with rules for fields', () => {
  const byRules = Object.entries(READ_UNITS_BY_RULES).filter(([count]) => count !== '0');

  test.each(byRules)(
    '%s costs 2 rounds and, by the size of the endpoint, %i strong read(s)',
    async (count, readUnits) => {
      const id = await newEndpointId();
      const set = await call('PUT', `/v1/endpoint/${id}`, { json: { fields: rulesOf(Number(count)) } });
      expect(set.status).toBe(200);
      const post = (path: string, json: object) => () => call('POST', `/v1/f/${id}${path}`, { json });
      const found = await costOf('createSubmission', post('', { message: 'Hello' }), 201);
      const plain = { invocations: 1, dynamodb: { Query: 1, PutItem: 1 }, readUnits, writeUnits: 1, rounds: 2 };
      expect(found).toEqual(plain);
      const one = { invocations: 1, dynamodb: { Query: 1 }, readUnits, writeUnits: 0, rounds: 1 };
      expect(await costOf('createSubmission', post('?validate=only', { message: 'Hello' }))).toEqual(one);
    },
  );
});

describe('a submission with files', () => {
  const NAMES = ['Lebenslauf 2026.pdf', 'Zeugnis der Universität.pdf', 'Arbeitsproben.pdf'];
  let endpointId: string;
  beforeAll(async () => {
    const json = { slug: uniqueSlug(), targetEmails: [], files: { maxCount: 3, maxBytes: 1_000 } };
    endpointId = (await call('POST', '/v1/endpoint', { json })).json.id;
  });

  const createWithFiles = (): Promise<TextResponse> => {
    const body = new FormData();
    body.append('message', 'Hello');
    for (const name of NAMES) body.append('file', new Blob([new Uint8Array(PDF)]), name);
    return call('POST', `/v1/f/${endpointId}`, { body, headers: { Accept: 'application/json' } });
  };

  const objectsOf = ({ s3 = {} }: FunctionUsage, ...actions: string[]) =>
    actions.reduce((sum, action) => sum + (s3[action] ?? 0), 0);

  test('in its form costs one put of an object each; downloading one reads it once, and removing them lists twice', async () => {
    let id = '';
    const created = await costOf(
      'createSubmission',
      async () => {
        const answer = await createWithFiles();
        id = answer.json.id;
        return answer;
      },
      201,
    );
    const item = await tableOf(cloud.outputs).get(submissionKey(endpointId, id));
    const files = Object.keys(item?.files as object);
    expect(created).toEqual({
      invocations: 1,
      dynamodb: { Query: 1, PutItem: 1 },
      readUnits: 1,
      writeUnits: 1,
      rounds: CREATE.rounds,
      s3: { PutObject: NAMES.length * FILES.objectWrites },
    });
    const bytes = Buffer.byteLength(JSON.stringify(item?.files)) / NAMES.length;
    expect(bytes).toBeLessThan(FILES.itemBytes);

    const path = `/v1/submission/${endpointId}/${id}/file/${files[0]}`;
    // The first request records the key's use.
    await call('GET', path);
    const opened = await costOf('retrieveFile', async () => {
      const answer = await call('GET', path, { headers: { Accept: 'application/json' } });
      expect(Buffer.from(await (await fetch(answer.json.url)).arrayBuffer()).equals(PDF)).toBe(true);
      return answer;
    });
    expect(opened).toEqual({
      invocations: 1,
      dynamodb: { BatchGetItem: 1 },
      readUnits: FILES.open.readUnits,
      writeUnits: 0,
      rounds: 1,
      s3: { GetObject: 1 },
    });

    await costOf('deleteSubmission', () => call('DELETE', `/v1/submission/${endpointId}/${id}`));
    const { purgeEndpoint } = await eventually(
      () => usageOf(),
      (usage) => usage.purgeEndpoint?.s3?.ListObjectsV2 === 2,
      60_000,
    );
    expect(purgeEndpoint).toMatchObject({
      // It is neither there, nor pending, nor confirmed meanwhile.
      dynamodb: { GetItem: 3 },
      readUnits: 3 * FILES.check.readUnits(1_000),
      writeUnits: 0,
      s3: { ListObjectsV2: 2, DeleteObjects: 1 },
    });
  });

  test('uploaded earlier cost a put, a read, a copy and a claim: before the copy and with the submission', async () => {
    let created: TextResponse | undefined;
    const declared = { name: 'a.png', type: 'image/png', bytes: PNG.length };
    const sent = await costOf(
      'createUpload',
      async () => {
        created = await call('POST', `/v1/f/${endpointId}/uploads`, { json: declared });
        expect(await upload(created.json, PNG)).toBe(200);
        return created;
      },
      201,
    );
    expect(sent).toEqual({
      invocations: 1,
      dynamodb: { GetItem: 3, UpdateItem: 2 },
      rounds: UPLOAD.rounds,
      readUnits: UPLOAD.readUnits,
      writeUnits: UPLOAD.writeUnits,
      s3: { PutObject: 1 },
    });
    const json = { message: 'Hello', _uploads: created?.json.id };
    const claimed = await costOf('createSubmission', () => call('POST', `/v1/f/${endpointId}`, { json }), 201);
    expect(claimed).toEqual({
      invocations: 1,
      dynamodb: { Query: 1, BatchGetItem: 1, TransactWriteItems: 2 },
      readUnits: 1 + UPLOAD.claim.readUnits,
      rounds: CREATE.rounds + UPLOAD.claim.rounds,
      writeUnits: 2 * CREATE.writeUnits(1_000) + UPLOAD.claim.writeUnits,
      s3: { GetObject: 1, CopyObject: 1 },
    });
    expect(objectsOf(sent, 'PutObject') + objectsOf(claimed, 'CopyObject')).toBe(UPLOAD.objectWrites);
    expect(objectsOf(claimed, 'GetObject')).toBeLessThanOrEqual(UPLOAD.objectReads);
  });
});

describe('a post costs as in docs/cost.md if it is sent', () => {
  const { captcha, confirmation, files, duplicates } = {
    captcha: { provider: 'altcha' },
    confirmation: { subject: 'Confirm', text: 'Please', emailField: 'email', verify: true },
    files: { maxCount: 3, maxBytes: 1_000 },
    duplicates: 'merge',
  };
  type Sent = { settings?: object; more?: object; headers?: Record<string, string>; isForm?: boolean; times?: number };
  const known = { Authorization: '' };
  const SENT: Record<keyof typeof WAYS, Sent> = {
    plain: {},
    'with files in the form': { settings: { files }, isForm: true },
    'with an upload before the form': { settings: { files: { ...files, maxBytes: 100_000 } }, more: { _uploads: '' } },
    'to an endpoint with `maxSubmissions`': { settings: { maxSubmissions: 10 } },
    'held as spam': { more: { _gotcha: 'x' } },
    'with a response to ALTCHA': { settings: { captcha }, more: { altcha: 'no solution' } },
    'pending, until its sender confirms it': { settings: { confirmation }, more: { email: 'ada@example.com' } },
    'with an `_id`': { more: { _id: `7${'Z'.repeat(25)}` } },
    'with an `Idempotency-Key`': { headers: { 'Idempotency-Key': 'order 1' } },
    'to an endpoint that merges duplicates': { settings: { duplicates } },
    // The first post records that the key is used.
    'with the key of a known sender': { headers: known, times: 2 },
    'with any other key': { headers: { Authorization: `Bearer ${newKeySecret()}` } },
    repeated: { more: { _id: '0'.repeat(26) }, times: 2 },
  };
  beforeAll(async () => {
    known.Authorization = `Bearer ${(await newKeyOfWorkspace({ allows: ['submissions'] })).secret}`;
  });

  async function uploaded(id: string) {
    const json = { name: 'a.png', type: 'image/png', bytes: PNG.length };
    const created = await call('POST', `/v1/f/${id}/uploads`, { json });
    expect(await upload(created.json, PNG)).toBe(200);
    return created.json.id;
  }

  async function sent(
    { settings = { name: 'A form' }, more = {}, headers = {}, isForm, times = 1 }: Sent,
    bytes: number,
  ) {
    const id = await newEndpointId();
    expect((await call('PUT', `/v1/endpoint/${id}`, { json: settings })).status).toBe(200);
    // The day's secret is read once.
    await call('POST', `/v1/f/${id}`, { json: { message: 'first', ...more, _id: undefined } });
    const text = randomBytes(bytes).toString('base64').slice(0, bytes);
    const data = { message: text, ...more, ...('_uploads' in more && { _uploads: await uploaded(id) }) };
    const form = new FormData();
    form.append('message', text);
    form.append('file', new Blob([new Uint8Array(PDF)]), 'a.pdf');
    const body = isForm ? { body: form } : { json: data };
    const post = () => call('POST', `/v1/f/${id}`, { ...body, headers: { Accept: 'application/json', ...headers } });
    for (let time = 1; time < times; time++) await post();
    return costOf('createSubmission', post, 201);
  }

  const ways = Object.keys(WAYS) as (keyof typeof WAYS)[];
  test.each(ways.flatMap((way) => [500, 45_000].map((bytes) => [way, bytes] as const)))(
    '%s, with %i bytes',
    async (way, bytes) => {
      const { readUnits, writeUnits, rounds } = await sent(SENT[way], bytes);
      // The text that compresses least is stored as three quarters of its bytes, and flags and files add some.
      const [least, most] = [itemBytesOf(0.7 * bytes), itemBytesOf(bytes + 400)];
      const row = WAYS[way];
      expect(rounds).toBe(row.rounds);
      expect(readUnits).toBeGreaterThanOrEqual(row.readUnits(least));
      expect(readUnits).toBeLessThanOrEqual(row.readUnits(most));
      expect(writeUnits).toBeGreaterThanOrEqual(row.writeUnits(least));
      expect(writeUnits).toBeLessThanOrEqual(row.writeUnits(most));
    },
  );

  test('every endpoint setting and control field is classified: none adds another way', () => {
    const affecting = [
      'maxSubmissions',
      'files',
      'confirmation',
      'duplicates',
      'captcha',
      'honeypotField',
      'blockedTerms',
      'spamFilter',
    ];
    const others = ['slug', 'name', 'isEnabled', 'emailNotifications', 'redirectUrl', 'targetEmails', 'icon', 'color'];
    const checks = ['fields', 'unknownFields', 'allowedOrigins', 'keepDays', 'keep', 'keepSpamDays', 'thankYouText'];
    const closing = ['closesAt', 'isArchived', 'closedText'];
    const body = OPERATIONS.find(({ id }) => id === 'updateEndpoint')?.body as { shape?: object } | undefined;
    expect([...affecting, ...others, ...checks, ...closing].sort()).toEqual(Object.keys(body?.shape ?? {}).sort());
    const fields = ['CAPTCHA_FIELDS', 'HONEYPOT_FIELD', 'ID_FIELD', 'NEXT_FIELDS', 'SUBJECT_FIELD', 'UPLOADS_FIELD'];
    expect(Object.keys(controlFields).filter((name) => /_FIELDS?$/.test(name))).toEqual(fields);
  });
});

test('a malformed secret costs nothing', async () => {
  await resetUsage();
  const headers = { Authorization: `Bearer ${withAnotherEnd(newKeySecret())}` };
  expect((await fetch(`${cloud.outputs.apiUrl}/v1/keys`, { headers })).status).toBe(401);
  const nothing = { invocations: 1, dynamodb: {}, readUnits: 0, writeUnits: 0, rounds: 0 };
  expect((await usageOf()).listKeys).toEqual(nothing);
});

describe('the documented cost of a request with a key and few items', () => {
  let measured: Record<string, Cost>;
  beforeAll(async () => {
    measured = await measureCosts(cloud.outputs);
  }, 240_000);

  test.each(OPERATIONS)('$id: after a change run `npm run docs -- --costs`', ({ id }) =>
    expect(measured[id]).toEqual(COSTS[id as OperationId]),
  );

  test('verifyKey by secret also needs 1 round', async () => {
    const json = { key: (await newKeyOfWorkspace()).secret };
    expect(await costOf('verifyKey', () => call('POST', '/v1/key/verify', { json }))).toMatchObject({ rounds: 1 });
  });

  test('updateEndpoint also needs 3 rounds if it claims a slug', async () => {
    const [id, json] = [await newEndpointId(), { slug: uniqueSlug() }];
    const { rounds } = await costOf('updateEndpoint', () => call('PUT', `/v1/endpoint/${id}`, { json }));
    expect(rounds).toBe(3);
  });
});

describe('the units in `npm run cost`', () => {
  const SUBMISSIONS = 70;
  const DATA = { message: 'x'.repeat(900) };
  const itemBytes = itemBytesOf(JSON.stringify(DATA).length);
  let usage: Record<string, FunctionUsage>;
  let endpointId: string;

  beforeAll(async () => {
    endpointId = await newEndpointId();
    await resetUsage();
    for (let i = 0; i < SUBMISSIONS; i++) await call('POST', `/v1/f/${endpointId}`, { json: DATA });
    usage = await eventually(
      () => usageOf(),
      (now) => (now.indexSubmissions?.writeUnits ?? 0) > 2,
      60_000,
    );
  }, 120_000);

  test('match those of creating', () => {
    const { readUnits, writeUnits, rounds } = usage.createSubmission as FunctionUsage;
    expect([readUnits, writeUnits]).toEqual([SUBMISSIONS, SUBMISSIONS * CREATE.writeUnits(itemBytes)]);
    expect(rounds).toBe(CREATE.rounds);
  });

  test('are at least those of indexing', () => {
    const { readUnits, writeUnits, invocations } = usage.indexSubmissions as FunctionUsage;
    expect(readUnits / invocations).toBeGreaterThan(INDEX.readUnits - 0.6);
    expect(readUnits / SUBMISSIONS).toBeLessThanOrEqual(INDEX.readUnits + 0.1);
    expect(writeUnits / SUBMISSIONS).toBeLessThanOrEqual(INDEX.writeUnits + 0.05);
  });

  test('are those of reading a page, or slightly more', async () => {
    const path = `/v1/submissions/${endpointId}?limit=${READ_PAGE.items}`;
    // Submissions that are not indexed yet are read as well.
    const { readUnits, rounds } = await eventually(
      () => costOf('listSubmissions', () => call('GET', path)),
      (cost) => cost.readUnits <= READ_PAGE.readUnits(itemBytes),
    );
    expect(rounds).toBeLessThanOrEqual(READ_PAGE.rounds);
    expect(readUnits).toBeGreaterThan(READ_PAGE.readUnits(itemBytes) - 4);
  });

  test('are those of removal by age, or slightly more', async () => {
    await call('PUT', `/v1/endpoint/${endpointId}`, { json: { keepDays: 1 } });
    const set = setAll({ goneBefore: Date.now() });
    await tableOf(cloud.outputs).update({ Key: endpointKey(endpointId), ...set });
    await resetUsage();
    await tick(cloud.outputs);
    const { readUnits, writeUnits } = (await eventually(
      async () => (await usageOf()).purgeEndpoint,
      (usage) => (usage?.dynamodb?.TransactWriteItems ?? 0) === 2,
      60_000,
    )) as FunctionUsage;
    const [read, written] = [REMOVE_BY_AGE.readUnits(itemBytes), REMOVE_BY_AGE.writeUnits(itemBytes)];
    expect(writeUnits).toBeGreaterThanOrEqual(2 * SUBMISSIONS * CREATE.writeUnits(itemBytes));
    expect(writeUnits).toBeLessThanOrEqual(SUBMISSIONS * written + 4);
    expect(readUnits).toBeLessThanOrEqual(SUBMISSIONS * read + 5);
  });
});
