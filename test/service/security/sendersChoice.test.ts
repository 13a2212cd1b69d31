import { describe, expect, test } from '@jest/globals';
import { encodeTime } from 'ulid';
import { localTable } from '../../../infra/localService/localTable.ts';
import { HOPS_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../../shared/contract/headers.ts';
import { isManagement } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { newOwn, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { send } from '../../support/cloud/service.ts';
import { outputs } from '../../support/cloud/sharedCloud.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { itemsOf } from '../../support/wholeTable.ts';

/** A time that only senders know, in each form in which they may send it. */
const CHOSEN_MS = Date.UTC(2155, 2, 4, 5, 6, 7);
const CHOSEN_TIME = encodeTime(CHOSEN_MS, 10);
const ULID = `${CHOSEN_TIME}${'Q'.repeat(16)}`;
const CHOSEN = { ULID, id: `sub_${ULID}`, date: new Date(CHOSEN_MS).toISOString(), number: String(CHOSEN_MS) };
/** Texts that no key may contain. */
const TRACES = [CHOSEN_TIME, String(CHOSEN_MS), String(CHOSEN_MS / 1_000)];
/** A day of that year; a random id may have the year's digits. */
const CHOSEN_DAY = /2155-\d\d-/;

const HEADERS = [IDEMPOTENCY_KEY_HEADER, HOPS_HEADER, 'Date', 'Accept-Language', 'User-Agent', 'Referer', 'Origin'];
HEADERS.push('If-Modified-Since', 'X-Forwarded-For', 'X-Amz-Date', 'X-Request-Id', 'Sec-Fetch-Mode');
/** Fields of forms, of which some control how they are received. */
const FIELDS = ['message', '_id', '_uploads', '_subject', '_next', '_gotcha', 'id', 'createdAt', 'confirmedAt', 'ttl'];

type Inputs = Record<'params' | 'query' | 'body' | 'headers', string[]>;

const namesIn = (schema: object): string[] => ('shape' in schema ? Object.keys(schema.shape as object) : []);

const own = ofSuite(newOwn);

describe.each(OPERATIONS.filter((operation) => !isManagement(operation)))('$id', (operation) => {
  const inputs: Inputs = {
    params: namesIn(operation.params),
    query: [...namesIn(operation.query), 'time'],
    body: operation.bodyTypes.length > 0 ? [...namesIn(operation.body), ...FIELDS] : [],
    headers: HEADERS,
  };

  test('accepts some times and ids chosen by a sender', async () => {
    const { params, json } = rightRequest(operation, own);
    const statuses: number[] = [];
    // A network gets only a few codes.
    const values = Object.values(CHOSEN).slice(0, operation.id === 'requestSignInCode' ? 1 : undefined);
    for (const [part, names] of Object.entries(inputs))
      for (const name of names) {
        const sent = values.map((value) => {
          const chosen = { [name]: value };
          const path = pathWith(operation, { ...params, ...(part === 'params' && chosen) });
          const query = part === 'query' ? `${path.includes('?') ? '&' : '?'}${new URLSearchParams(chosen)}` : '';
          return send(operation.method, path + query, {
            ...(json && { json: { ...json, ...(part === 'body' && chosen) } }),
            headers: { Accept: 'application/json', ...(part === 'headers' && chosen) },
          });
        });
        statuses.push(...(await Promise.all(sent)).map(({ status }) => status));
      }
    expect(statuses.filter((status) => status < 400).length).toBeGreaterThan(
      // A code works once.
      operation.id === 'signIn' ? 0 : HEADERS.length,
    );
  });
});

test('neither keys nor numbers contain a time or id chosen by a sender', async () => {
  const items = await itemsOf(localTable(outputs()));
  const keys = items.map(({ PK, SK }) => `${PK} ${SK}`);
  expect(keys.filter((key) => CHOSEN_DAY.test(key) || TRACES.some((trace) => key.includes(trace)))).toEqual([]);
  const numbers = items.flatMap((item) => Object.values(item).filter((value) => typeof value === 'number'));
  const isChosen = (ms: number) => Math.abs(ms - CHOSEN_MS) < 366 * 86_400_000;
  expect(numbers.filter((number) => isChosen(number) || isChosen(number * 1_000))).toEqual([]);
});
