import { afterEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { createHandler } from '../../../lambdas/mcp.ts';
import { MCP_PATH } from '../../../shared/contract/mcpPath.ts';
import { KEY_SCHEMAS } from '../../../shared/contract/schemas/keys/keyDocs.ts';
import { newKeySecret } from '../../../shared/storage/workspaces/keySecret.ts';
import type { Json } from '../../support/json.ts';
import { catchLogs } from '../../support/logged.ts';

afterEach(() => void jest.restoreAllMocks());

const API_URL = 'https://{apiId}.execute-api.eu-west-1.amazonaws.com/prod';
const secret = newKeySecret();

/** Stands in messages for the value `DEEP`, which `JSON.stringify` cannot write. */
const DEEP = '['.repeat(20_000) + ']'.repeat(20_000);

/** Calls a tool while the API responds so to all but the check of the key. */
const callTool = (name: string, args: object, answer: () => Promise<Response>) =>
  post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, answer);

async function post(message: object | Buffer, answer = async () => Response.json({}), headers: object = {}) {
  const logged = catchLogs();
  const calls: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    calls.push(`${init?.method} ${url}`);
    expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${secret}`);
    return String(url).includes('/v1/key/verify') ? Response.json(KEY_SCHEMAS.Key.example) : answer();
  });
  const event = {
    resource: MCP_PATH,
    headers: {
      Authorization: `Bearer ${secret}`,
      Accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    requestContext: { apiId: 'abc123', extendedRequestId: 'id=' },
    body: (Buffer.isBuffer(message) ? message : Buffer.from(JSON.stringify(message).replace('"DEEP"', DEEP))).toString(
      'base64',
    ),
    isBase64Encoded: true,
  } as unknown as APIGatewayProxyEvent;
  const response = await createHandler({ siteUrl: 'https://site.example', apiUrl: API_URL })(event, {} as Context);
  return { json: JSON.parse(response.body) as Json, status: response.statusCode, logged, calls };
}

const ADA = { endpointId: 'enp_1', query: 'ada lovelace' };

test('calls the API of the gateway that invoked it, with the caller’s key', async () => {
  const { calls } = await callTool('searchSubmissions', ADA, async () => Response.json({ submissions: [] }));
  const api = 'https://abc123.execute-api.eu-west-1.amazonaws.com/prod';
  expect(calls).toEqual([
    `POST ${api}/v1/key/verify?`,
    `GET ${api}/v1/submissions/enp_1/search?query=ada+lovelace&isSpam=false`,
  ]);
});

test('logs the name of the tool, and neither arguments nor the key', async () => {
  const { logged } = await callTool('searchSubmissions', ADA, async () => Response.json({ submissions: [] }));
  expect(logged.lines).toEqual([
    {
      level: 'info',
      message: expect.objectContaining({
        operation: 'mcp',
        tool: 'searchSubmissions',
        status: 200,
        requestId: 'id=',
        workspaceId: KEY_SCHEMAS.Key.example.workspaceId,
      }),
    },
  ]);
  expect(JSON.stringify(logged.lines)).not.toMatch(/lovelace|fbk_/);
});

test('does not log the name of an unknown tool', async () => {
  const { logged, json } = await callTool('lovelace', {}, async () => Response.json({}));
  expect(json.error.code).toBe(-32_602);
  expect(JSON.stringify(logged.lines)).not.toContain('lovelace');
});

test.each([
  ['does not respond', () => Promise.reject(new Error('no connection'))],
  ['responds with something else than JSON', async () => new Response('<html>')],
])('the tool fails with GATEWAY_TIMEOUT if the API %s', async (_what, answer) => {
  const { json, status } = await callTool('searchSubmissions', ADA, answer);
  expect([status, json.result.isError]).toEqual([200, true]);
  expect(JSON.parse(json.result.content[0].text)).toMatchObject({ code: 'GATEWAY_TIMEOUT', requestId: 'id=' });
});

test.each([
  ['search can be repeated', 'searchSubmissions', ADA, false],
  ['create must be checked before', 'createEndpoint', { slug: 'contact' }, true],
  ['test must be checked before', 'testWebhook', { id: 'whk_1' }, true],
])('after no response, a %s it is repeated', async (_what, name, args, isChecked) => {
  const failing = [() => Promise.reject(new Error('no connection')), async () => Response.json({}, { status: 500 })];
  for (const answer of failing) {
    const { json } = await callTool(name, args, answer);
    expect(json.result.content[0].text.includes('It may have worked')).toBe(isChecked);
  }
});

test('an unexpected failure is logged, and answered without its cause', async () => {
  const { json, logged } = await callTool('searchSubmissions', ADA, async () => Response.json(null));
  expect(JSON.parse(json.result.content[0].text)).toMatchObject({
    code: 'INTERNAL_SERVER_ERROR',
    message: expect.stringMatching(/^Something went wrong/),
    requestId: 'id=',
  });
  expect(logged.lines).toEqual([
    { level: 'error', message: expect.objectContaining({ event: 'failed', tool: 'searchSubmissions' }) },
  ]);
});

test.each([
  ['searchSubmissions', { ...ADA, query: { toString: 1 } }, 'query must not be a list or an object'],
  ['searchSubmissions', { ...ADA, query: 'x'.repeat(9_000) }, 'arguments must have at most 8,000 bytes as a URL'],
  ['searchSubmissions', { endpointId: 'e'.repeat(9_000) }, 'arguments must have at most 8,000 bytes as a URL'],
  ['createEndpoint', { slug: 'DEEP' }, 'arguments must be nested less deeply'],
  ['explainError', { code: { toString: 1 } }, 'code must be one of'],
])('the tool %s rejects an argument that no request can have', async (name, args, message) => {
  const { json, calls } = await callTool(name, args, async () => Response.json({}));
  expect(JSON.parse(json.result.content[0].text)).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining(message),
  });
  expect(calls.length).toBe(1);
});

test('400 for a body that is not UTF-8, and for a header that no protocol has', async () => {
  expect((await post(Buffer.from([0x22, 0xff, 0x22]))).json.code).toBe('BAD_REQUEST');
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': '☃' };
  expect((await post(list, undefined, headers)).status).toBe(400);
});

test('deletes a submission, which has no name, without reading it: also a pending one', async () => {
  const named = { endpointId: 'enp_1', id: 'sub_1' };
  const { calls } = await callTool('deleteSubmission', { ...named, confirm: 'sub_1', state: 'pending' }, async () =>
    Response.json({}),
  );
  expect(calls.slice(1)).toEqual([expect.stringMatching(/^DELETE .*\/v1\/submission\/enp_1\/sub_1\?state=pending$/)]);
});

test('deletes an endpoint whose name is confirmed as it was shown', async () => {
  const endpoint = async () => Response.json({ id: 'enp_1', name: 'Contact ❤\ufe0f' });
  for (const confirm of ['Contact ❤\ufe0f', 'Contact ❤\\u{fe0f}'])
    expect((await callTool('deleteEndpoint', { id: 'enp_1', confirm }, endpoint)).json.result.isError).toBeUndefined();
  expect((await callTool('deleteEndpoint', { id: 'enp_1', confirm: 'Contact ❤' }, endpoint)).json.result.isError).toBe(
    true,
  );
});
