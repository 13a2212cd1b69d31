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

/** Calls a tool while the API responds so to all but the check of the key. */
async function callTool(name: string, args: object, answer: () => Promise<Response>) {
  const logged = catchLogs();
  const calls: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    calls.push(`${init?.method} ${url}`);
    expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${secret}`);
    return String(url).includes('/v1/key/verify') ? Response.json(KEY_SCHEMAS.Key.example) : answer();
  });
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const event = {
    resource: MCP_PATH,
    headers: {
      Authorization: `Bearer ${secret}`,
      Accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    requestContext: { apiId: 'abc123', extendedRequestId: 'id=' },
    body: JSON.stringify(message),
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
