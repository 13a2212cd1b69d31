import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import { newSecret, signatureOf } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { exampleText } from '../../../site/guide/examples.ts';
import { launchNode, type Running } from '../../support/commands.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts';
import { type Signed, VERIFIERS } from '../../support/webhookVerifiers.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** A request as the service sends it. */
function givenRequest(body: string, { secrets = [newSecret()], id = 'msg_1', timestamp = nowSeconds() } = {}): Signed {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body, secrets }),
  };
  return { secret: secrets[0] ?? '', headers, body };
}

const withHeader = (request: Signed, name: string, value: string): Signed => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

const body = JSON.stringify({ type: 'submission.created', data: { name: 'Zoë 😀' } });
const request = givenRequest(body);
const rotated = givenRequest(body, { secrets: [newSecret(), newSecret()] });
const signature = request.headers['webhook-signature'] ?? '';

const REQUESTS: [what: string, request: Signed, isGenuine: boolean][] = [
  ['one of the service', request, true],
  ['one with an empty body', givenRequest(''), true],
  ['one of 200 kB', givenRequest('x'.repeat(200_000)), true],
  ['one with two signatures', rotated, true],
  ['one whose second signature is right', withHeader(request, 'webhook-signature', `v1,AAAA ${signature}`), true],
  ['one of four minutes ago', givenRequest(body, { timestamp: nowSeconds() - 240 }), true],
  ['one of six minutes ago', givenRequest(body, { timestamp: nowSeconds() - 360 }), false],
  ['one of the future', givenRequest(body, { timestamp: nowSeconds() + 360 }), false],
  ['one without a time', withHeader(request, 'webhook-timestamp', ''), false],
  ['one with another time', withHeader(request, 'webhook-timestamp', String(nowSeconds() - 7)), false],
  ['one with a time that is no number', withHeader(request, 'webhook-timestamp', 'now'), false],
  ['one with another id', withHeader(request, 'webhook-id', 'msg_2'), false],
  ['one with another body', { ...request, body: `${body} ` }, false],
  ['one of another secret', { ...request, secret: newSecret() }, false],
  ['one without a signature', withHeader(request, 'webhook-signature', ''), false],
  ['one with a signature that is none', withHeader(request, 'webhook-signature', 'v1,é v1 , v1,'), false],
  ['one of another version', withHeader(request, 'webhook-signature', signature.replace('v1,', 'v1a,')), false],
  ['one with part of the signature', withHeader(request, 'webhook-signature', signature.slice(0, -4)), false],
];

describe('the guide’s way to verify a webhook', () => {
  test.each(VERIFIERS)(
    'in $language takes what is genuine and nothing else',
    async ({ language, isHere, verify }) => {
      if (!isHere) {
        console.warn(`Not run: the guide’s example in ${language}, which this machine does not have.`);
        return;
      }
      const verdicts = await verify(REQUESTS.map(([, each]) => each));
      expect(REQUESTS.map(([what], place) => [what, verdicts[place]])).toEqual(
        REQUESTS.map(([what, , isGenuine]) => [what, isGenuine]),
      );
      // Go compiles parts of its library when it runs for the first time.
    },
    120_000,
  );
});

describe('the guide’s relay', () => {
  const secret = newSecret();
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  async function givenRelay(target: string): Promise<{ port: string; receiver: WebhookReceiver }> {
    const receiver = await openWebhookReceiver();
    stops.push(receiver.close);
    const settings = { WEBHOOK_SECRET: secret, TARGET: target, TARGET_URL: receiver.url, PORT: '0' };
    const running: Running = launchNode(
      ['--import', `data:text/javascript,Object.assign(process.env, ${encodeURIComponent(JSON.stringify(settings))})`],
      'site/guide/examples/webhook-relay.ts',
    );
    stops.push(async () => {
      running.kill('SIGTERM');
      await running.ended;
    });
    await running.untilPrinted('ready');
    const [, port = ''] = /port: (\d+)/.exec(running.printed().stdout) ?? [];
    return { port, receiver };
  }

  const event = (data: object, type = 'submission.created') =>
    JSON.stringify({ type, timestamp: '2026-11-22T08:30:00.000Z', data: { id: 'sub_1', endpointId: 'enp_1', data } });

  async function post(port: string, { headers, body }: Signed): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    return response.status;
  }

  const signed = (body: string, id = 'msg_1') => givenRequest(body, { secrets: [secret], id });

  test('tells Slack, once for each event, and nobody can call a channel', async () => {
    const { port, receiver } = await givenRelay('slack');
    const hello = signed(event({ email: 'ada@example.com', message: '<!channel> & you', topics: ['a', 'b'] }));
    expect([await post(port, hello), await post(port, hello)]).toEqual([204, 204]);
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([
      { text: 'email: ada@example.com\nmessage: &lt;!channel&gt; &amp; you\ntopics: ["a","b"]' },
    ]);
    expect(await post(port, signed(event({}, 'webhook.test'), 'msg_2'))).toBe(204);
    expect(await post(port, { ...hello, body: event({ message: 'forged' }) })).toBe(401);
    expect(await post(port, signed('x'.repeat(500_001)))).toBe(413);
    expect(receiver.received).toHaveLength(1);
  });

  test('tells Discord, in 2,000 characters and without mentions; what fails is asked for again', async () => {
    const { port, receiver } = await givenRelay('discord');
    receiver.behave = () => ({ status: 500 });
    const long = signed(event({ message: `@everyone ${'x'.repeat(5_000)}` }));
    expect(await post(port, long)).toBe(502);
    receiver.behave = () => ({ status: 204 });
    expect(await post(port, long)).toBe(204);
    const { content, allowed_mentions: mentions } = JSON.parse(receiver.received[1]?.body ?? '');
    expect(content).toHaveLength(2_000);
    expect(mentions).toEqual({ parse: [] });
    expect(receiver.received).toHaveLength(2);
  });

  test('gives a spreadsheet a row for each submission, with a column for each field, and no formula', async () => {
    const { port, receiver } = await givenRelay('spreadsheet');
    const cells: unknown[][] = [['']];
    const doPost = spreadsheetWith(cells);
    const post1 = signed(event({ email: 'ada@example.com', message: '=IMPORTXML("https://evil.example")' }));
    expect(await post(port, post1)).toBe(204);
    const [sent] = receiver.received;
    expect(doPost(sent?.body ?? '')).toBe('added');
    expect(doPost(sent?.body ?? '')).toBe('known');
    expect(doPost(JSON.stringify({ id: 'sub_2', fields: { topics: ['a'], message: 'Hi' } }))).toBe('added');
    expect(cells).toEqual([
      ['id', 'email', 'message', 'topics'],
      ['sub_1', 'ada@example.com', '\'=IMPORTXML("https://evil.example")'],
      ['sub_2', '', 'Hi', '["a"]'],
    ]);
  });
});

/** Google's script with a stand-in for the spreadsheet: what it answers to a body. */
function spreadsheetWith(cells: unknown[][]): (contents: string) => string {
  const sheet = {
    getDataRange: () => ({ getValues: () => cells.map((row) => [...row]) }),
    getRange: () => ({ setValues: ([names]: unknown[][]) => cells.splice(0, 1, [...(names ?? [])]) }),
    appendRow: (row: unknown[]) => cells.push([...row]),
  };
  const context = {
    SpreadsheetApp: { getActive: () => ({ getSheets: () => [sheet] }) },
    LockService: { getScriptLock: () => ({ waitLock: () => undefined, releaseLock: () => undefined }) },
    ContentService: { createTextOutput: (text: string) => text },
  };
  return (contents) =>
    runInNewContext(`${exampleText('spreadsheet.js')}; doPost(${JSON.stringify({ postData: { contents } })})`, context);
}
