import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createControlServer } from '../../../local/controlServer.ts';
import { Faults } from '../../../local/functions/faults.ts';
import { Usage } from '../../../local/functions/usage.ts';
import { close, listen } from '../../../local/ports.ts';

const server = createControlServer(new Usage(), new Faults(), async () => undefined, 'instance');
let url: string;
beforeAll(async () => {
  url = await listen(server, 0);
});
afterAll(() => close(server));

const put = (body: string) => fetch(`${url}/faults`, { method: 'PUT', body });
const FAULTS = [
  { service: 'ses', action: 'SendEmail', function: 'notifySubmission', kind: 'throttled', times: 2 },
  { service: 'iam', function: 'listKeys', statement: 1 },
];

describe('PUT /faults', () => {
  test('200 for a list of faults, which is then set', async () => {
    expect((await put(JSON.stringify(FAULTS))).status).toBe(200);
    expect(await (await fetch(`${url}/faults`)).json()).toEqual(FAULTS);
  });

  test.each([
    ['junk', 'junk', 'must be a list of faults'],
    ['one fault without its list', JSON.stringify(FAULTS[0]), 'must be a list of faults'],
    ['an unknown kind', '[{"service":"ses","kind":"slow"}]', '[0].kind'],
    ['a name that is none of a fault', '[{"service":"ses","kind":"lost","time":1}]', 'time'],
  ])('400 for %s: names the problem and changes nothing', async (_what, body, problem) => {
    await put(JSON.stringify(FAULTS));
    const answer = await put(body);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(problem)]);
    expect(await (await fetch(`${url}/faults`)).json()).toEqual(FAULTS);
  });

  test('keeps running if the caller disconnects', async () => {
    const { hostname, port } = new URL(url);
    const seen = once(server, 'request');
    const socket = connect(Number(port), hostname);
    socket.write('PUT /faults HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n[');
    const [incoming] = await seen;
    const closed = once(incoming, 'close').catch(() => undefined);
    socket.destroy();
    await closed;
    expect((await fetch(`${url}/faults`)).status).toBe(200);
  });
});
