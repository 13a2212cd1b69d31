import { describe, expect, test } from '@jest/globals';
import { GROUPS } from '../../../shared/contract/choices.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { refusesUnknownQuery, takesForms } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import {
  credentialFor,
  isOfSessions,
  type NamedInPath,
  newOwn,
  type Own,
  ownFor,
  pathWith,
  rightRequest,
  UNKNOWN,
} from '../../support/cloud/rightRequests.ts';
import { newKey, send, type TextResponse } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { expectDocumented, responseOf } from '../../support/site/openApi.ts';

const own = ofSuite(newOwn);

const CODES: Record<number, ErrorCode> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  504: 'GATEWAY_TIMEOUT',
};
const STATUSES = Object.keys(CODES).map(Number);

/** Statuses that no request to a healthy service causes, and the tests that cover them for every operation. */
const SHOWN_ELSEWHERE: Record<number, string> = {
  429: "the gateway throttles before any operation: test/unit/infra, the template's gateway responses",
  500: 'failures.test.ts',
  504: 'failures.test.ts',
};

const takesBody = ({ bodyTypes }: Operation) => bodyTypes.length > 0;
const isList = ({ id }: Operation) => id.startsWith('list');
const hasPages = ({ query }: Operation) => 'shape' in query && 'page' in (query.shape as object);
const hasParams = ({ path }: Operation) => path.includes('{');
const canBeClosed = (operation: Operation) =>
  takesForms(operation) || operation.id === 'createUpload' || operation.id === 'retrieveRules';
const namesInBody = ({ id }: Operation) => /^(?:verifyKey|createWebhook|muteSignInCodes)$/.test(id);
const namesInQuery = ({ id }: Operation) => id === 'unsubscribe';
const isOfMember = ({ path, id }: Operation) => path.startsWith('/v1/member') && id !== 'listMembers';
const takesSlug = ({ id }: Operation) => id === 'createEndpoint' || id === 'updateEndpoint';

/** Why an operation cannot return a status; undefined if it can. */
function whyNever(operation: Operation, status: number): string | undefined {
  const { permission } = operation;
  if (status === 401 && permission === 'public' && operation.id !== 'signIn') return 'needs no credential';
  if (status === 403 && operation.narrowed === 'ofCaller' && !isOfSessions(operation))
    return 'is open to every valid key';
  if (status === 403 && permission === 'public' && !canBeClosed(operation)) return 'is open to everybody';
  if (
    status === 404 &&
    !hasParams(operation) &&
    !hasPages(operation) &&
    !namesInBody(operation) &&
    !namesInQuery(operation)
  )
    return 'names nothing that could be missing';
  if (status === 409 && !takesSlug(operation) && !operation.repeated && !isOfMember(operation))
    return 'sets nothing that must be unique';
  return undefined;
}

/** Documented, but only caused by concurrent requests. */
const ONLY_IN_A_RACE = ['409 by deleteEndpoint'];

interface Asked {
  params?: NamedInPath;
  json?: object | undefined;
  body?: string;
  query?: string;
  key?: string;
  method?: string;
  headers?: Record<string, string>;
}

function ask(operation: Operation, at: Own, otherwise: Asked = {}): Promise<TextResponse> {
  const right = rightRequest(operation, at);
  const headers = { Accept: 'application/json' };
  const {
    params,
    query = '',
    method,
    ...options
  } = { ...right, key: credentialFor(operation, at), headers, ...otherwise };
  if (options.body !== undefined) options.headers = { ...headers, 'Content-Type': 'application/json' };
  const path = pathWith(operation, params);
  return send(method ?? operation.method, path + (path.includes('?') ? query.replace('?', '&') : query), options);
}

const PROVOKE: Record<number, (operation: Operation, at: Own) => Promise<TextResponse>> = {
  400: (operation, at) => {
    if (takesBody(operation)) return ask(operation, at, { json: undefined, body: '{' });
    if (isList(operation) || (refusesUnknownQuery(operation) && !hasParams(operation)))
      return ask(operation, at, { query: '?limit=0' });
    return ask(operation, at, { params: { endpointId: 'no-id', id: 'no-id' } });
  },
  401: (operation, at) => {
    const { json } = rightRequest(operation, operation.id === 'signIn' ? UNKNOWN : at);
    return ask(operation, at, { key: 'fbk_unknown', json });
  },
  403: async (operation, at) => {
    if (canBeClosed(operation)) return ask(operation, at, { params: { endpointId: at.disabledEndpointId, id: '' } });
    if (operation.id === 'retrieveFile') {
      const { params } = rightRequest(operation, { ...at, fileId: at.infectedFileId });
      return ask(operation, at, { params });
    }
    if (isOfSessions(operation)) return ask(operation, at, { key: at.key });
    if (operation.permission !== 'read' || operation.narrowed === 'ofCaller')
      return ask(operation, at, { key: at.readKey });
    const allows = GROUPS.filter((group) => group !== operation.group);
    return ask(operation, at, { key: (await newKey(at.workspaceId, { allows })).secret });
  },
  404: (operation, at) => {
    if (hasPages(operation) && !hasParams(operation)) return ask(operation, at, { query: '?page=2' });
    return ask(
      operation,
      at,
      namesInBody(operation) ? rightRequest(operation, UNKNOWN) : { params: rightRequest(operation, UNKNOWN).params },
    );
  },
  405: (operation, at) => ask(operation, at, { method: 'PATCH' }),
  409: async (operation, at) => {
    if (takesSlug(operation)) return ask(operation, at, { json: { slug: at.takenSlug, targetEmails: [] } });
    if (operation.id === 'createMember')
      return ask(operation, at, { json: { address: at.memberAddress.toUpperCase(), role: 'reader' } });
    // The last owner.
    if (isOfMember(operation))
      return ask(operation, at, { key: at.ownerSession, params: { endpointId: '', id: at.ownerId } });
    const headers = { Accept: 'application/json', 'Idempotency-Key': 'sent with two bodies' };
    expect((await ask(operation, at, { headers })).status).toBe(operation.status);
    return ask(operation, at, { headers, json: { ...rightRequest(operation, at).json, name: 'Another name' } });
  },
  413: async (operation, at) => {
    if (takesBody(operation)) return ask(operation, at, { json: { text: 'x'.repeat(600_000) } });
    // Operations without a body ignore it, unless it exceeds the gateway's limit.
    const path = pathWith(operation, rightRequest(operation, at).params);
    return send(operation.method, path, { key: at.key, body: new Uint8Array(7_000_000) });
  },
};

const codeOf = (operation: Operation, status: number): ErrorCode | undefined =>
  status === 403 && canBeClosed(operation) ? 'DISABLED' : CODES[status];

const SHOW_NEVER: Record<number, (operation: Operation, at: Own) => Promise<void>> = {
  401: async (operation, at) => {
    expect((await PROVOKE[401]?.(operation, at))?.status).toBe(operation.status);
  },
  403: async (operation, at) => {
    expect((await PROVOKE[403]?.(operation, at))?.status).toBe(operation.status);
  },
  404: async (operation, at) => {
    const status = refusesUnknownQuery(operation) ? 400 : operation.status;
    expect((await ask(operation, at, { query: '?page=2' })).status).toBe(status);
    expect((await ask(operation, await ownFor(operation, at))).status).toBe(operation.status);
  },
  409: async (operation, at) => {
    const statuses = [(await ask(operation, at)).status, (await ask(operation, at)).status];
    const isEnded = operation.id === 'signIn' || (isOfSessions(operation) && operation.method === 'DELETE');
    const again = isEnded ? 401 : operation.method === 'DELETE' ? 404 : operation.status;
    expect(statuses).toEqual([operation.status, again]);
  },
};

const rows = OPERATIONS.flatMap((operation) =>
  STATUSES.filter((status) => !(status in SHOWN_ELSEWHERE)).map((status) => {
    const why = whyNever(operation, status);
    return { id: operation.id, status, operation, why };
  }),
);

describe('Every operation and every error of the contract', () => {
  test('covers all operations and 10 errors, 3 of them elsewhere', () => {
    expect(rows).toHaveLength(OPERATIONS.length * (10 - 3));
  });

  test.each(rows.filter(({ why }) => why === undefined))('$status by $id', async ({ status, operation }) => {
    const answer = await PROVOKE[status]?.(operation, own);
    expect(answer?.status).toBe(status);
    expect(answer?.json.code).toBe(codeOf(operation, status));
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    expect(answer?.headers.get('content-type')).toBe('application/json');
    if (answer) expectDocumented(operation.id, answer);
  });

  test.each(rows.filter(({ why }) => why !== undefined))(
    'never $status by $id, which $why',
    async ({ status, operation }) => {
      expect(SHOW_NEVER).toHaveProperty(String(status));
      await SHOW_NEVER[status]?.(operation, await ownFor(operation, own));
      if (!ONLY_IN_A_RACE.includes(`${status} by ${operation.id}`)) {
        expect(responseOf(operation.id, status)).toBeUndefined();
      }
    },
  );
});
