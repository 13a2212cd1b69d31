import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../local/functions/faults.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { cloud } from '../../support/cloud/countedCloud.ts';
import { setFaults } from '../../support/cloud/notifications.ts';
import { resetUsage } from '../../support/cloud/ownCloud.ts';
import { newOwn, type Own } from '../../support/cloud/rightRequests.ts';
import { usageOf } from '../../support/cloud/service.ts';
import { inOrder } from '../../support/inOrder.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { canary, canaryEmail, canarySecret, linesWith, MARK } from '../../support/samples/canaries.ts';
import {
  type CanaryRequest,
  rightCanaryRequest,
  SENDER_IP,
  sendCanary,
  wrongCanaryRequests,
} from './support/canaryRequests.ts';

const TIMEOUT_MS = 150_000;
/** In the short form, operations that create get every request, the others every sixth. */
const someOf = (requests: CanaryRequest[], { id }: Operation): CanaryRequest[] =>
  IS_LONG || id.startsWith('create') ? requests : requests.filter((_request, position) => position % 6 === 0);
const FUNCTIONS = [...OPERATIONS.map(({ id }) => id), 'fallback'];

const secrets: string[] = [];

/** The length of the log when this suite begins, since others use the cloud before. */
let logBegin = 0;
const functionsLog = (): string => readFileSync(join(cloud.data, 'functions.log'), 'utf8').slice(logBegin);

async function newOwnWithCanaries(): Promise<Own> {
  const own = await newOwn();
  secrets.push(own.key, own.readKey);
  return own;
}

describe('the search', () => {
  test.each([
    ['as it is', canary()],
    ['within a line of JSON', JSON.stringify({ error: { message: `no such address: ${canaryEmail()}` } })],
    ['cut off', `Unexpected token ${canary().slice(0, MARK.length)}... is not valid JSON`],
    ['in capitals', canary().toUpperCase()],
    ['in a secret', canarySecret()],
    ...[0, 1, 2].map((before) => [
      `as base64, ${before} after the begin of a group`,
      Buffer.from(`${'{'.repeat(before)}${canary()}`).toString('base64'),
    ]),
    ['in hexadecimal', Buffer.from(canary()).toString('hex')],
    ["a sender's address", SENDER_IP],
  ])('finds a canary %s', (_how, line) => {
    expect(linesWith(`a line\n${line}\nanother`, [SENDER_IP])).toEqual([line]);
  });

  test('finds nothing without canaries', () => {
    expect(linesWith('{"event":"answered","requestId":"kkvXz4fSTs0xAAA=","status":200}', [SENDER_IP])).toEqual([]);
  });
});

/** All requests below are in the logs when these are read at the end. */
const step = inOrder();

describe('canaries over HTTP', () => {
  beforeAll(async () => {
    logBegin = functionsLog().length;
    await resetUsage();
  });

  for (const operation of OPERATIONS)
    step(
      `in ${operation.id}: refused and answered`,
      async () => {
        const own = await newOwnWithCanaries();
        for (const request of someOf(wrongCanaryRequests(operation, own), operation)) await sendCanary(request);
        const unchanged = operation.method === 'GET' ? own : await newOwnWithCanaries();
        expect(await sendCanary(rightCanaryRequest(operation, unchanged))).toBe(operation.status);
      },
      TIMEOUT_MS,
    );

  // Concurrently: throttled calls are retried for seconds.
  for (const [kind, status] of [
    ['rejected', 500],
    ['throttled', 504],
  ] as const)
    step(
      `in every operation: ${status} when the table's calls are ${kind}`,
      async () => {
        const faults = OPERATIONS.map(({ id }): Fault => ({ service: 'dynamodb', function: id, kind }));
        await setFaults(cloud.outputs, faults);
        const own = await newOwnWithCanaries();
        const answers = OPERATIONS.map(async (operation) => [
          operation.id,
          await sendCanary(rightCanaryRequest(operation, own)),
        ]);
        expect(await Promise.all(answers)).toEqual(
          OPERATIONS.map(({ id }) => [id, id === 'openUnsubscribePage' ? 200 : status]),
        );
        await setFaults(cloud.outputs, []);
      },
      TIMEOUT_MS,
    );

  step('in responses to browsers', async () => {
    const operation = OPERATIONS.find(({ id }) => id === 'createSubmission') as Operation;
    const { endpointId, ...own } = await newOwnWithCanaries();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
    for (const id of [endpointId, own.disabledEndpointId, `enp_${canary()}`, canary()]) {
      const right = rightCanaryRequest(operation, { ...own, endpointId: id });
      const body = Buffer.from(`${canary()}=${canary()}&_replyto=${canaryEmail()}`);
      expect(await sendCanary({ ...right, headers: { ...right.headers, ...headers }, body })).toBe(303);
    }
  });

  step('in redirects to a file', async () => {
    const operation = OPERATIONS.find(({ id }) => id === 'retrieveFile') as Operation;
    const right = rightCanaryRequest(operation, await newOwnWithCanaries());
    expect(await sendCanary({ ...right, headers: { ...right.headers, Accept: 'text/html' } })).toBe(302);
  });
});

interface Line {
  message?: Record<string, unknown> & { operation?: string; status?: number };
}

describe('the logs', () => {
  const lines = (): Line[] =>
    functionsLog()
      .trim()
      .split('\n')
      .map((line): Line => JSON.parse(line));

  step('hold no canary, no secret and no address of a sender', () => {
    expect(linesWith(`${functionsLog()}\n${cloud.output()}`, [...secrets, SENDER_IP])).toEqual([]);
  });

  step('hold every status', () => {
    const ofRequests = lines().filter(({ message }) => message?.requestId !== undefined);
    const statuses = new Set(ofRequests.flatMap(({ message }) => message?.status ?? []));
    expect([...statuses].sort()).toEqual([200, 201, 302, 303, 400, 401, 403, 404, 405, 409, 413, 415, 500, 504]);
  });

  step('hold one line for each request, with the allowed fields only', async () => {
    const usage = await usageOf();
    const ofCloud = lines();
    for (const operation of FUNCTIONS) {
      const ofOperation = ofCloud.filter(({ message }) => message?.operation === operation);
      expect({ operation, lines: ofOperation.length }).toEqual({ operation, lines: usage[operation]?.invocations });
      for (const { message } of ofOperation) {
        const { event, error, code, workspaceId, ...rest } = message ?? {};
        expect([event, typeof error]).toEqual(
          Number(rest.status) < 500 ? ['answered', 'undefined'] : ['failed', 'object'],
        );
        expect(rest).toEqual({
          requestId: expect.stringMatching(/^[\w-]{15}=$/),
          operation,
          status: expect.any(Number),
          durationMs: expect.any(Number),
          coldStart: expect.any(Boolean),
          ...(Number(rest.status) >= 500 && { functionVersion: expect.stringMatching(/^(?:\$LATEST|\d+)$/) }),
        });
        if (code !== undefined) expect(code).toMatch(/^[A-Z_]+$/);
        if (workspaceId !== undefined) expect(workspaceId).toMatch(/^ws_\w{26}$/);
      }
    }
  });
});
