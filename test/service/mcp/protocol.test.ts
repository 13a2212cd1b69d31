import { beforeAll, describe, expect, test } from '@jest/globals';
import { MCP_BODY_BYTES_MAX } from '../../../shared/contract/limits.ts';
import { MCP_PATH } from '../../../shared/contract/mcpPath.ts';
import { postMessage } from '../../support/cloud/mcp.ts';
import { newKey, newWorkspace, outputs, send } from '../../support/cloud/service.ts';

let key: string;
beforeAll(async () => {
  ({ key } = await newWorkspace());
});

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = (method: string, params: object = {}, meta: object = META) =>
  message(method, { ...params, _meta: meta });
const headersOf = (method: string, name?: string) => ({
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': method,
  ...(name && { 'Mcp-Name': name }),
});
const LIST = message('tools/list');

describe(`POST ${MCP_PATH}`, () => {
  test.each([
    ['no key', undefined],
    ['a malformed key', 'fbk_123'],
    ['an unknown key', 'fbk_0000000000000000000000000000001MBmAW'],
  ])('401 for %s names the scheme', async (_what, secret) => {
    const options = { ...(secret && { headers: { Authorization: `Bearer ${secret}` } }) };
    const refused = await send('POST', MCP_PATH, { json: LIST, ...options });
    expect(refused.status).toBe(401);
    // As API Gateway renames it.
    expect(refused.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
    expect(refused.json.code).toBe('UNAUTHORIZED');
  });

  test('401 for a key from the moment that it is deleted', async () => {
    const { workspaceId, key: owner } = await newWorkspace();
    const { key: other, secret } = await newKey(workspaceId);
    expect((await postMessage(LIST, { key: secret })).status).toBe(200);
    await send('DELETE', `/v1/key/${other.id}`, { key: owner });
    expect((await postMessage(LIST, { key: secret })).status).toBe(401);
  });

  test.each(['https://evil.example', 'null', 'not a url'])('403 for the origin %s', async (Origin) => {
    expect((await send('POST', MCP_PATH, { key, json: LIST, headers: { Origin } })).status).toBe(403);
  });

  test('200 for the origins of the service', async () => {
    const { apiUrl, siteUrl } = outputs();
    for (const url of [apiUrl, siteUrl])
      expect((await postMessage(LIST, { key, headers: { Origin: new URL(url).origin } })).status).toBe(200);
  });

  test('403 for deliveries of webhooks, which could go in circles', async () => {
    const headers = { 'Forms-Hops': '1; whk_1/dlv_1' };
    expect((await send('POST', MCP_PATH, { key, json: LIST, headers })).json.message).toBe(
      'Webhooks cannot call tools.',
    );
  });

  test('413 for more than a megabyte, and not for a megabyte', async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify({ ...LIST, padding: '' });
      return text.replace('""', `"${'x'.repeat(bytes - text.length)}"`);
    };
    const tooLarge = await send('POST', MCP_PATH, { key, body: padded(MCP_BODY_BYTES_MAX + 1) });
    expect(tooLarge.status).toBe(413);
    expect((await postMessage(padded(MCP_BODY_BYTES_MAX), { key })).status).not.toBe(413);
  });

  test('400 for a batch', async () => {
    const { status, json } = await postMessage([LIST, LIST], { key });
    expect([status, json.error.code]).toEqual([400, -32_600]);
  });

  test('405 for GET and DELETE, since there are no streams and sessions', async () => {
    for (const method of ['GET', 'DELETE']) {
      const refused = await send(method, MCP_PATH, { key });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    }
  });

  test.each<[string, unknown, Record<string, string>, number, number]>([
    ['what is not JSON', '{', {}, 400, -32_700],
    ['an unknown tool', modern('tools/call', { name: 'x' }), headersOf('tools/call', 'x'), 200, -32_602],
    ['an unknown method', modern('x/y'), headersOf('x/y'), 404, -32_601],
    [
      'subscriptions, which need a stream',
      modern('subscriptions/listen', { notifications: {} }),
      headersOf('subscriptions/listen'),
      200,
      -32_603,
    ],
    [
      'another revision',
      modern('tools/list', {}, { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
      { ...headersOf('tools/list'), 'MCP-Protocol-Version': '2099-01-01' },
      400,
      -32_022,
    ],
    ['a missing header', modern('tools/list'), { 'MCP-Protocol-Version': '2026-07-28' }, 400, -32_020],
    ['a header that differs', modern('tools/list'), headersOf('tools/call'), 400, -32_020],
    ['an unknown tool, 2025-11-25', message('tools/call', { name: 'x' }), {}, 200, -32_602],
    ['another revision, 2025-11-25', LIST, { 'MCP-Protocol-Version': '1999-01-01' }, 400, -32_000],
  ])('%s is an error of the protocol', async (_what, body, headers, status, code) => {
    const response = await postMessage(body, { key, headers });
    expect([response.status, response.json.error.code]).toEqual([status, code]);
  });

  test('202 for a notification', async () => {
    expect((await postMessage({ jsonrpc: '2.0', method: 'notifications/initialized' }, { key })).status).toBe(202);
  });

  test('answers are JSON that must not be cached', async () => {
    for (const response of [
      await postMessage(LIST, { key }),
      await postMessage(modern('tools/list'), { key, headers: headersOf('tools/list') }),
    ]) {
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.json.result.tools.length).toBeGreaterThan(10);
    }
  });
});
