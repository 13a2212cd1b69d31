import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { BODY_BYTES_MAX } from '../../../shared/contract/limits.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { MULTIPART, multipart, part, URL_ENCODED } from '../../support/cloud/forms.ts';
import { resetUsage } from '../../support/cloud/ownCloud.ts';
import { credentialFor, newOwn, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { send, usageOf } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { dumpTable } from '../security/support/tableDump.ts';

const own = ofSuite(newOwn);

const JSON_TYPE = { 'Content-Type': 'application/json' };
const withBody = OPERATIONS.filter(({ bodyTypes }) => bodyTypes.length > 0);
const bytes = (text: string | Buffer) => new Uint8Array(Buffer.from(text as string));

const sendBody = (operation: Operation, body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  send(operation.method, pathWith(operation, rightRequest(operation, own).params), {
    key: credentialFor(operation, own),
    body: bytes(body),
    headers,
  });

const BOMB = gzipSync(Buffer.alloc(100_000_000, ' '));

const BODIES: [what: string, status: number, body: () => string | Buffer][] = [
  ['one byte more than is accepted', 413, () => ' '.repeat(BODY_BYTES_MAX + 1)],
  ['5 MB', 413, () => Buffer.alloc(5_000_000, 'x')],
  ['lists within lists, 250,000 levels deep', 400, () => '['.repeat(250_000) + ']'.repeat(250_000)],
  ['objects within objects, 80,000 levels deep', 400, () => `${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}`],
  ['what never ends', 400, () => '{"a":'.repeat(80_000)],
  ['a number of 500,000 digits', 400, () => `{"a":${'9'.repeat(500_000)}}`],
  ['gzip that unpacks to 100 MB', 400, () => BOMB],
];

const ENCODINGS = ['gzip', 'deflate', 'br', 'identity, gzip'];

/** The same code reads all bodies, so the short form sends every kind to two operations and one kind to the others. */
const isSample = ({ id }: Operation): boolean => IS_LONG || id === 'createSubmission' || id === 'createEndpoint';

describe('API4:2023 Unrestricted Resource Consumption', () => {
  describe.each(withBody)('$method $path', (operation) => {
    test.each(isSample(operation) ? BODIES : BODIES.slice(0, 1))(
      'refuses %s with %i, and writes nothing',
      async (_what, status, body) => {
        const before = await dumpTable();
        expect((await sendBody(operation, body())).status).toBe(status);
        expect(await dumpTable()).toEqual(before);
      },
    );

    test.each(isSample(operation) ? ENCODINGS : ENCODINGS.slice(0, 1))(
      'decompresses no body: 415 for Content-Encoding %s',
      async (encoding) => {
        const packed = gzipSync(JSON.stringify(rightRequest(operation, own).json));
        const answer = await sendBody(operation, packed, { ...JSON_TYPE, 'Content-Encoding': encoding });
        expect(answer.status).toBe(415);
      },
    );

    test('responds briefly, however many problems there are', async () => {
      const wrong = {
        slug: 1,
        name: 'x',
        isEnabled: 1,
        redirectUrl: 'x'.repeat(400_000),
        targetEmails: Array(40_000).fill(1),
      };
      const { text } = await sendBody(
        operation,
        JSON.stringify({ ...wrong, isRead: 1, isSpam: 1, key: ' ', expiresAt: 'x' }),
      );
      expect(text.length).toBeLessThan(2_000);
    });
  });

  const FORMS: [what: string, status: number, type: string, body: () => Buffer | Uint8Array][] = [
    ['a name as long as the body', 413, URL_ENCODED, () => Buffer.from(`${'n'.repeat(500_000)}=1`)],
    [
      'a file whose field’s name is as long as the body',
      413,
      MULTIPART,
      () => multipart([part('\u0001'.repeat(500_000), 'x', 'a.txt')]),
    ],
    ['gzip that unpacks to 100 MB', 413, URL_ENCODED, () => BOMB],
  ];
  test.each(FORMS)(
    'POST /v1/f/{endpointId} › refuses %s with %i, briefly, and stores nothing',
    async (_what, status, type, body) => {
      const before = (await submissionsOf(own.key, own.endpointId)).length;
      const answer = await send('POST', `/v1/f/${own.endpointId}`, {
        body: new Uint8Array(body()),
        headers: { 'Content-Type': type, Accept: 'application/json' },
      });
      expect(answer.status).toBe(status);
      expect(answer.text.length).toBeLessThan(2_000);
      expect(await submissionsOf(own.key, own.endpointId)).toHaveLength(before);
    },
  );

  const lists = OPERATIONS.filter(({ id }) => id.startsWith('list'));
  const QUERIES = [
    'page=9007199254740991',
    `page=${'9'.repeat(400)}`,
    'limit=9007199254740991',
    `limit=${'9'.repeat(400)}`,
    'page=1000000&limit=1000000',
  ];
  const queriesOf = ({ id }: Operation) => (IS_LONG || id === 'listSubmissions' ? QUERIES : QUERIES.slice(-1));
  test.each(lists.flatMap((operation) => queriesOf(operation).map((query) => ({ ...operation, operation, query }))))(
    '$method $path › reads no more than the first page for $query',
    async ({ operation, query }) => {
      const path = pathWith(operation, rightRequest(operation, own).params);
      const ask = async (asked: string) => {
        await resetUsage();
        await send('GET', `${path}?${asked}`, { key: credentialFor(operation, own) });
        const { [operation.id]: usage } = await usageOf();
        return { rounds: usage?.rounds ?? 0, units: usage?.readUnits ?? 0 };
      };
      const firstPage = await ask('page=1');
      const asked = await ask(query);
      expect(asked.rounds).toBeLessThanOrEqual(firstPage.rounds);
      expect(asked.units).toBeLessThanOrEqual(firstPage.units);
    },
  );
});
