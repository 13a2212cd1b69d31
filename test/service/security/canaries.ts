import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import type { Fault } from '../../../local/functions/faults.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import type { FieldRule } from '../../../shared/contract/schemas/fieldRules.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { endpointKey, indexHeadKey, keyKey, submissionKey } from '../../../shared/storage/itemKeys.ts';
import { cloud } from '../../support/countedCloud.ts';
import { inOrder } from '../../support/inOrder.ts';
import { setFaults } from '../../support/notifications.ts';
import { resetUsage } from '../../support/ownCloud.ts';
import { newOwn, type Own } from '../../support/rightRequests.ts';
import {
  eventually,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  sharedTable,
  usageOf,
} from '../../support/service.ts';
import { synthesizeStack } from '../../support/stack.ts';
import { IS_LONG } from '../../support/testSize.ts';
import { type Behaviour, openWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts';
import { newWebhook } from '../../support/webhooks.ts';
import { canary, canaryEmail, canarySecret, linesWith, MARK } from './support/canaries.ts';
import {
  canaryMailEvents,
  canaryProxyEvent,
  canaryQueueEvents,
  canaryScanEvents,
  canaryStreamEvents,
  canaryTrainingEvents,
  canaryWebhookEvents,
} from './support/canaryEvents.ts';
import {
  type CanaryRequest,
  rightCanaryRequest,
  SENDER_IP,
  sendCanary,
  wrongCanaryRequests,
} from './support/canaryRequests.ts';
import { DirectFunctions } from './support/directFunctions.ts';

const TIMEOUT_MS = 150_000;
/** All operations share the code that reads events; all are called over HTTP. */
const ONE_OF_EACH_GROUP = [...new Map(OPERATIONS.map((operation) => [operation.group, operation])).values()];
/** In the short form, operations that create get every request, the others every sixth. */
const someOf = (requests: CanaryRequest[], { id }: Operation): CanaryRequest[] =>
  IS_LONG || id.startsWith('create') ? requests : requests.filter((_request, position) => position % 6 === 0);
const FUNCTIONS = [...OPERATIONS.map(({ id }) => id), ...OTHER_FUNCTIONS];

let direct: DirectFunctions;
const secrets: string[] = [];

beforeAll(async () => {
  direct = new DirectFunctions(await synthesizeStack(), cloud.outputs);
});
afterAll(() => direct?.stop());

/** The length of the log when this suite begins, since others use the cloud before. */
let logBegin = 0;
const functionsLog = (): string => readFileSync(join(cloud.data, 'functions.log'), 'utf8').slice(logBegin);

const everything = (): string => [functionsLog(), direct.log(), cloud.output()].join('\n');

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

describe('canaries to a captcha', () => {
  step(
    'that its provider rejects, does not know or does not respond to, and in held submissions',
    async () => {
      const { key } = await newWorkspace();
      const { id } = await newEndpoint(key);
      for (const secret of [canary(), '2x0000000000000000000000000000000AA']) {
        const captcha = { provider: 'turnstile', siteKey: canary(), secret };
        const set = await send('PUT', `/v1/endpoint/${id}`, { key, json: { captcha, blockedTerms: [canary()] } });
        expect(set.status).toBe(200);
        expect(set.text).not.toContain(secret);
        await newSubmission(id, { 'cf-turnstile-response': canary(), _gotcha: canary(), [canary()]: canary() });
      }
      await send('PUT', `/v1/endpoint/${id}`, { key, json: { captcha: { provider: 'altcha' } } });
      await newSubmission(id, { altcha: canary(), _subject: canary() });
    },
    TIMEOUT_MS,
  );
});

describe('canaries to a form with rules', () => {
  step('that rejects them, as JSON and as a page, and that only checks them', async () => {
    const { key } = await newWorkspace();
    const name = canary();
    const fields: FieldRule[] = [
      { name, type: 'email', label: canary(), message: canary() },
      { name: `${name}-code`, type: 'text', pattern: `${canary()}+` },
    ];
    const { id } = await newEndpoint(key, { fields, unknownFields: 'refuse' });
    const sent = new URLSearchParams({ [name]: canary(), [`${name}-code`]: canary(), [canary()]: canary() });
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const [path, accept] of [
      ['', 'application/json'],
      ['', 'text/html'],
      ['?validate=only', 'text/html'],
    ] as const) {
      const request = { what: 'refused', method: 'POST', path: `/v1/f/${id}${path}`, body: Buffer.from(`${sent}`) };
      expect(await sendCanary({ ...request, headers: { ...type, Accept: accept } })).toBe(400);
    }
  });
});

/** What is stored, and the response of the operation that reads it. */
const POISONED: [what: string, status: number, path: (own: Own) => string, poison: (own: Own) => Promise<unknown>][] = [
  [
    'a submission whose data is no JSON',
    500,
    ({ endpointId }) => `/v1/submission/${endpointId}/${POISONED_ID}`,
    ({ endpointId }) => putSubmission(endpointId, { data: `{"${canary()}":${canary()}`, location: canary() }),
  ],
  [
    'a submission whose fields are of other types',
    200,
    ({ endpointId }) => `/v1/submissions/${endpointId}`,
    ({ endpointId }) => putSubmission(endpointId, { data: { [canary()]: canary() }, location: [canary()] }),
  ],
  [
    'an endpoint with an unknown icon',
    200,
    ({ endpointId }) => `/v1/endpoint/${endpointId}`,
    ({ endpointId }) => setField(endpointKey(endpointId), 'icon', canary()),
  ],
  [
    'a key with a time that is none',
    200,
    () => '/v1/keys',
    ({ keyId }) => setField(keyKey(keyId), 'expiresAt', canary()),
  ],
  [
    'a page index that is none',
    200,
    ({ endpointId }) => `/v1/submissions/${endpointId}?page=1&limit=1`,
    ({ endpointId }) => {
      const index = { [canary()]: canary(), segments: canary(), pages: canary() };
      return sharedTable().put({ ...indexHeadKey(endpointId), ...index }, {});
    },
  ],
];
const POISONED_ID = newId('submission');

const putSubmission = (endpointId: string, item: object) =>
  sharedTable().put({ ...submissionKey(endpointId, POISONED_ID), ...item }, {});

const setField = (Key: { PK: string; SK: string }, field: string, value: unknown) =>
  sharedTable().update({
    Key,
    UpdateExpression: 'SET #field = :value',
    ExpressionAttributeNames: { '#field': field },
    ExpressionAttributeValues: { ':value': value },
  });

describe('canaries in poisoned items', () => {
  for (const [what, status, path, poison] of POISONED)
    step(`${status} for ${what}`, async () => {
      const own = await newOwnWithCanaries();
      await poison(own);
      expect((await send('GET', path(own), { key: own.key })).status).toBe(status);
      // While it exists, the stream's reader does not advance.
      await sharedTable().delete(indexHeadKey(own.endpointId));
    });
});

const SENT = /"operation":"notifySubmission"[^}]+"sent":[1-9]/;

const STREAM_FAULTS: [what: string, faults: Fault[], logged: RegExp[]][] = [
  [
    'sent but not recorded',
    [
      {
        service: 'dynamodb',
        action: 'UpdateItem',
        function: 'notifySubmission',
        containing: 'messageId',
        kind: 'rejected',
        // Three records of each of three mails.
        times: 9,
      },
    ],
    [/the outcome of a delivery could not be recorded/, SENT],
  ],
  [
    'rejected with their Reply-To, throttled, put off and sent',
    [
      { service: 'ses', kind: 'rejected', times: 1 },
      { service: 'ses', kind: 'throttled', times: 2 },
      { service: 'ses', kind: 'unavailable', times: 1 },
      {
        service: 'dynamodb',
        action: 'GetItem',
        function: 'notifySubmission',
        containing: '"ENP"',
        kind: 'unavailable',
        times: 2,
      },
      { service: 'dynamodb', function: 'indexSubmissions', kind: 'rejected', times: 1 },
    ],
    [/deliveries will be planned later/, /sent without its Reply-To/, /an attempt at a delivery failed/, SENT],
  ],
  [
    'rejected for good',
    [{ service: 'ses', kind: 'rejected', times: 6 }],
    [/an attempt at a delivery failed[^}]+"state":"failed"/],
  ],
];

describe('canaries on their way through the stream', () => {
  let key: string;
  let endpointId: string;

  step('to an endpoint with three addresses', async () => {
    ({ key } = await newWorkspace());
    secrets.push(key);
    const targetEmails = [canaryEmail(), canaryEmail(), canaryEmail()];
    const endpoint = await newEndpoint(key, { name: canary(), targetEmails });
    expect(endpoint.targetEmails).toEqual(targetEmails);
    endpointId = endpoint.id;
  });

  for (const [what, faults, logged] of STREAM_FAULTS)
    step(
      `notifications that are ${what}`,
      async () => {
        const before = functionsLog().length;
        await setFaults(cloud.outputs, faults);
        await newSubmission(endpointId, { [canary()]: canary(), email: canaryEmail() });
        await sharedTable().put({ ...submissionKey(endpointId, newId('submission')), data: canary() }, {});
        for (const each of logged) await untilLogged(each, before);
        await untilFaultsAreUsed();
      },
      TIMEOUT_MS,
    );

  step(
    'a removal that fails, and its queue before',
    async () => {
      const before = functionsLog().length;
      await setFaults(cloud.outputs, [
        { service: 'sqs', kind: 'rejected', times: 1 },
        { service: 'dynamodb', function: 'purgeEndpoint', kind: 'rejected', times: 1 },
      ]);
      expect((await send('DELETE', `/v1/endpoint/${endpointId}`, { key })).status).toBe(200);
      await untilLogged(/"operation":"purgeEndpoint"[^}]+"removed":[1-9]/, before);
      await untilFaultsAreUsed();
    },
    TIMEOUT_MS,
  );
});

const BEHAVIOURS: [what: string, behaviour: () => Behaviour, logged: RegExp[]][] = [
  ['take them', () => ({ status: 200, body: canary() }), [/"operation":"sendWebhook"[^}]+"sent":[1-9]/]],
  [
    'refuse them',
    () => ({ status: 500, body: canary(), headers: { 'Retry-After': canary(), [canary()]: canary() } }),
    [/an attempt at a delivery failed[^}]+"error":"status"/],
  ],
  [
    'lead on',
    () => ({ status: 307, headers: { Location: `https://${canary()}.invalid/${canary()}` } }),
    [/an attempt at a delivery failed[^}]+"error":"status"/],
  ],
  ['break off', () => ({ status: 0, resets: true }), [/an attempt at a delivery failed[^}]+"error":"refused"/]],
  ['want no more', () => ({ status: 410, body: canary() }), [/a webhook was disabled/]],
];

describe('canaries on their way to webhooks', () => {
  const receivers: WebhookReceiver[] = [];
  afterAll(() => {
    for (const receiver of receivers) receiver.close();
  });

  for (const [what, behaviour, logged] of BEHAVIOURS)
    step(
      `whose receivers ${what}, once the table was not there`,
      async () => {
        const receiver = await openWebhookReceiver();
        receivers.push(receiver);
        receiver.behave = behaviour;
        const { key } = await newWorkspace();
        const { id: endpointId } = await newEndpoint(key, { name: canary() });
        const { secret } = await newWebhook(key, { endpointId, url: `${receiver.url}/${canary()}?${canary()}` });
        secrets.push(key, secret);
        const before = functionsLog().length;
        // Its first call: a write might belong to an attempt at another webhook, which is retried at once.
        await setFaults(cloud.outputs, [
          { service: 'dynamodb', action: 'BatchGetItem', function: 'sendWebhook', kind: 'rejected', times: 1 },
        ]);
        await newSubmission(endpointId, { [canary()]: canary(), email: canaryEmail() });
        for (const each of [/deliveries will be retried/, ...logged]) await untilLogged(each, before);
        await untilFaultsAreUsed();
        // The log may have mentioned another webhook.
        await eventually(
          async () => receiver.received[0]?.body ?? '',
          (body) => body.includes(MARK),
          TIMEOUT_MS,
        );
      },
      TIMEOUT_MS,
    );
});

const untilLogged = (end: RegExp, after: number) =>
  eventually(
    async () => functionsLog().slice(after),
    (log) => end.test(log),
    TIMEOUT_MS,
  );

async function untilFaultsAreUsed(): Promise<void> {
  await eventually(
    async () => (await (await fetch(cloud.outputs.faultsUrl)).json()) as Fault[],
    (faults) => faults.every(({ times }) => times === 0),
    TIMEOUT_MS,
  );
  await setFaults(cloud.outputs, []);
}

describe('canaries in events', () => {
  for (const operation of IS_LONG ? OPERATIONS : ONE_OF_EACH_GROUP)
    step(`of the gateway to ${operation.id}`, async () => {
      const { key } = await newWorkspace();
      secrets.push(key);
      for (const authorization of ['', canary(), `Bearer ${canarySecret()}`, `Bearer ${key}`]) {
        const event = canaryProxyEvent(operation, authorization);
        expect(await direct.invoke(operation.id, event)).toHaveProperty('payload');
      }
    });

  step('of the gateway to fallback', async () => {
    for (const path of ['/{proxy+}', '/v1/keys', `/${canary()}`]) {
      expect(await direct.invoke('fallback', canaryProxyEvent({ path, method: 'PUT' }, canary()))).toHaveProperty(
        'payload',
      );
    }
  });

  for (const [name, events, expected] of [
    ['notifySubmission', canaryStreamEvents, ['payload']],
    ['indexSubmissions', canaryStreamEvents, ['payload']],
    ['purgeEndpoint', canaryQueueEvents, ['payload', 'error']],
    ['trainFilter', canaryTrainingEvents, ['payload', 'error']],
    ['recordMailEvent', canaryMailEvents, ['payload', 'error']],
    ['recordScan', canaryScanEvents, ['payload', 'error']],
    ['sendWebhook', canaryWebhookEvents, ['payload', 'error']],
  ] as const)
    step(`to ${name}, right and malformed`, async () => {
      const { key } = await newWorkspace();
      const { id } = await newEndpoint(key, { targetEmails: [canaryEmail()] });
      const outcomes = [];
      for (const event of await events(id)) outcomes.push(Object.keys(await direct.invoke(name, event))[0]);
      expect(new Set(outcomes)).toEqual(new Set(expected));
    });
});

interface Line {
  message?: Record<string, unknown> & { operation?: string; status?: number };
}

describe('the logs', () => {
  const lines = (): Line[] =>
    [functionsLog(), direct.log()].flatMap((log) =>
      log
        .trim()
        .split('\n')
        .map((line): Line => JSON.parse(line)),
    );

  step('hold no canary, no secret and no address of a sender', () => {
    expect(linesWith(everything(), [...secrets, SENDER_IP])).toEqual([]);
  });

  step('hold lines of every function, so that something was searched', () => {
    expect(new Set(lines().flatMap(({ message }) => message?.operation ?? []))).toEqual(new Set(FUNCTIONS));
  });

  step('hold every status', () => {
    // Those of requests: a webhook's attempts contain its receiver's response.
    const ofRequests = lines().filter(({ message }) => message?.requestId !== undefined);
    const statuses = new Set(ofRequests.flatMap(({ message }) => message?.status ?? []));
    expect([...statuses].sort()).toEqual([200, 201, 302, 303, 400, 401, 403, 404, 405, 409, 413, 415, 500, 504]);
  });

  step('hold one line for each request, with the allowed fields only', async () => {
    const usage = await usageOf();
    const ofCloud = functionsLog()
      .trim()
      .split('\n')
      .map((line): Line => JSON.parse(line));
    for (const operation of [...OPERATIONS.map(({ id }) => id), 'fallback']) {
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
