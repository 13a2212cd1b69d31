import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createLookup } from '../../../../../../shared/deliveries/channels/webhook/lookUp.ts';

const A = 1;
const AAAA = 28;
const REFUSED = 5;

let server: Socket | undefined;
afterEach(() => void server?.close());

/** A name server's records of a type; a number is an error code, undefined means no response. */
type Zone = (name: string, type: number) => readonly string[] | number | undefined;

/**
 * Starts a local name server.
 * @returns its address
 */
async function givenNameServer(zone: Zone): Promise<string> {
  const socket = createSocket('udp4');
  server = socket;
  socket.on('message', (query, from) => {
    const { name, end } = questionIn(query);
    const answer = zone(name, query.readUInt16BE(end));
    if (answer !== undefined) socket.send(responseTo(query.subarray(0, end + 4), answer), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

function questionIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** RFC 1035, section 4: the header, the question, and a record for each address. */
function responseTo(query: Buffer, answer: readonly string[] | number): Buffer {
  const addresses = typeof answer === 'number' ? [] : answer;
  const header = Buffer.from(query);
  header.writeUInt16BE(0x8180 | (typeof answer === 'number' ? answer : 0), 2);
  for (const [at, count] of [1, addresses.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * at);
  const records = addresses.map((address) => {
    const data = isIPv4(address)
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from(address.replaceAll(':', ''), 'hex');
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(isIPv4(address) ? A : AAAA, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([header, ...records]);
}

const never = new AbortController().signal;
const V6 = '2606:4700:0000:0000:0000:0000:0000:1111';

test('all addresses of a name are found, of both families', async () => {
  const asked: string[] = [];
  const address = await givenNameServer((name, type) => {
    asked.push(name);
    return type === A ? ['1.1.1.1', '10.0.0.1'] : [V6];
  });
  const found = await createLookup([address])('hooks.example.com', never);
  expect([...found].sort()).toEqual(['1.1.1.1', '10.0.0.1', '2606:4700::1111']);
  expect(asked).toEqual(['hooks.example.com', 'hooks.example.com']);
});

test('if one family does not resolve, the other is used', async () => {
  const address = await givenNameServer((_name, type) => (type === A ? ['1.1.1.1'] : REFUSED));
  expect(await createLookup([address])('hooks.example.com', never)).toEqual(['1.1.1.1']);
});

test('neither hosts file nor search domains are asked', async () => {
  const asked: string[] = [];
  const address = await givenNameServer((name) => {
    asked.push(name);
    return [];
  });
  expect(await createLookup([address])('localhost.example', never)).toEqual([]);
  expect(new Set(asked)).toEqual(new Set(['localhost.example']));
});

test('a hanging name server is abandoned with the attempt', async () => {
  const ending = new AbortController();
  const asked: number[] = [];
  const address = await givenNameServer((_name, type) => {
    asked.push(type);
    ending.abort();
    return undefined;
  });
  expect(await createLookup([address])('hooks.example.com', ending.signal)).toEqual([]);
  // Otherwise it asks again after two seconds.
  expect(new Set(asked).size).toBe(asked.length);
});
