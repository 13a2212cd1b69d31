import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../../../../shared/contract/errors.ts';
import { WebhookUrl } from '../../../../../../shared/contract/webhookUrl.ts';
import { createPoster } from '../../../../../../shared/deliveries/channels/webhook/post.ts';
import { isReceiver, requireReceiver } from '../../../../../../shared/deliveries/channels/webhook/receiver.ts';
import { judgeStatus } from '../../../../../../shared/messages/formats/verdicts.ts';
import { reachOf } from '../../../../../../shared/runtime/reach.ts';
import { HOSTILE_URLS } from '../../../../../support/samples/hostileUrls.ts';

const deployed = { allowLoopback: false };
const local = { allowLoopback: true };

/** Hosts of this machine, which the local cloud accepts. */
const OF_THIS_MACHINE = HOSTILE_URLS.filter(([, url]) => isReceiver(url, local)).map(([, url]) => url);

test('at least 200 hostile URLs are tried', () => {
  expect(new Set(HOSTILE_URLS.map(([, url]) => url)).size).toBeGreaterThanOrEqual(200);
});

describe('a URL is rejected if it', () => {
  const asked: string[] = [];
  const post = createPoster({
    ...deployed,
    lookup: async (name) => {
      asked.push(name);
      return ['8.8.8.8'];
    },
  });

  test.each(HOSTILE_URLS)('has %s: %j', async (_what, url) => {
    expect(isReceiver(url, deployed)).toBe(false);
    expect(() => requireReceiver(url, deployed)).toThrow(ApiError);
    // As if it had been stored anyway.
    expect(await post({ url, headers: {}, body: '{}', judge: judgeStatus })).toEqual({
      durationMs: expect.any(Number),
      error: 'blocked',
    });
    expect(asked).toEqual([]);
  });
});

describe('the local cloud', () => {
  const besideTools = reachOf('3002,3003');

  test.each(['http://localhost:3002/store', 'http://127.0.0.1:3003/faults', 'http://[::1]:3002/'])(
    'sends nothing to its own tools: %s',
    async (url) => {
      expect(isReceiver(url, local)).toBe(true);
      expect(isReceiver(url, besideTools)).toBe(false);
      const posted = createPoster({ ...besideTools, lookup: async () => ['127.0.0.1'] })({
        url,
        headers: {},
        body: '{}',
        judge: judgeStatus,
      });
      expect(await posted).toMatchObject({ error: 'blocked' });
    },
  );

  test('sends to other ports of this machine, which a deployed service does not reach', () => {
    expect(isReceiver('http://localhost:3001/', besideTools)).toBe(true);
    expect(reachOf(undefined)).toEqual({ allowLoopback: false, closedPorts: [] });
  });
});

describe('the local cloud also accepts', () => {
  test('http, and this machine', () => {
    for (const url of OF_THIS_MACHINE) {
      const { protocol, hostname } = new URL(url);
      expect(protocol === 'http:' || /^127\.|^\[::1\]$|(^|\.)localhost$/.test(hostname)).toBe(true);
    }
    expect(OF_THIS_MACHINE).toContain('https://127.0.0.1/hook');
    expect(isReceiver('http://localhost:3000/hook', local)).toBe(true);
    expect(isReceiver('http://[::1]:3000/hook', local)).toBe(true);
  });

  test.each([
    'http://10.0.0.1:8080/',
    'http://169.254.169.254:8080/',
    'http://0.0.0.0:8080/',
    'http://[::]:8080/',
    'http://[fe80::1]:8080/',
    'http://[::ffff:127.0.0.1]:8080/',
    'http://localhost/',
    'http://localhost:80/',
    'http://localhost:22/',
    'http://intranet:8080/',
  ])('but not %s', (url) => expect(isReceiver(url, local)).toBe(false));
});

describe('a webhook may be sent to', () => {
  test.each([
    'https://example.com',
    'https://example.com/',
    'https://EXAMPLE.com:443/hook?a=1&b=2#c',
    'https://hooks.example.com:8443/a/b',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://8.8.8.8/',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
    'https://100.128.0.0/',
    'https://[2606:4700::1111]/',
    'https://[2a00:1450:4001:82a::200e]:8443/',
    'https://bücher.example/hook',
    'https://xn--bcher-kva.example/',
    'https://localhost.example.com/',
    'https://10.0.0.1.example.com/',
    'https://internal.example.com/',
    'https://local.example/',
  ])('%s', (url) => {
    expect(WebhookUrl.parse(url)).toBe(url);
    requireReceiver(url, deployed);
  });
});

describe('the contract’s part of the rule', () => {
  test.each(HOSTILE_URLS.filter(([what]) => /user name|port|silence|length/.test(what)))(
    'refuses one with %s: %j',
    (_what, url) => expect(WebhookUrl.safeParse(url).success).toBe(false),
  );

  test('leaves http on other ports to the handler', () => {
    expect(WebhookUrl.safeParse('http://localhost:3000/').success).toBe(true);
    expect(WebhookUrl.safeParse('http://localhost/').success).toBe(false);
  });
});
