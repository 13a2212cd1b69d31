import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LocalClock } from '../../../local/clock.ts';
import { createControlServer } from '../../../local/controlServer.ts';
import { Faults } from '../../../local/functions/faults.ts';
import { Usage } from '../../../local/functions/usage.ts';
import { close, listen } from '../../../local/http/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'forms-clock-'));
const ticks: number[] = [];
const clock = new LocalClock(folder);
const tick = async () => void ticks.push(clock.aheadS[0] ?? 0);
const parts = { usage: new Usage(), faults: new Faults(), clock, tick, instanceId: 'instance' };
const server = createControlServer(parts);
let url: string;
beforeAll(async () => {
  url = await listen(server, 0);
});
afterAll(async () => {
  await close(server);
  rmSync(folder, { recursive: true });
});

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

describe('POST /clock', () => {
  const forward = (query: string) => fetch(`${url}/clock${query}`, { method: 'POST' });

  test('sets the clock forward, then runs all due work; without a duration only runs it', async () => {
    expect(await (await forward('?forward=15-minutes')).json()).toEqual({ now: expect.any(String), aheadS: 900 });
    await forward('?forward=1-second');
    await forward('');
    expect(ticks).toEqual([900, 901, 901]);
  });

  test.each(['?forward=', '?forward=-1-days', '?forward=2-years', '?forward=18251-days', '?forward=18250-days'])(
    '400 for %s changes nothing',
    async (query) => {
      const answer = await forward(query);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('15-minutes')]);
      expect(await (await fetch(`${url}/clock`)).json()).toMatchObject({ aheadS: 901 });
    },
  );

  test('a restart keeps the time that was set', () => expect(new LocalClock(folder).toJSON().aheadS).toBe(901));
});
