import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HOST } from '../../../local/ports.ts';
import { postForm } from '../../support/forms.ts';
import { awaitMailsTo, newWorkspace, send, uniqueSlug } from '../../support/service.ts';

let server: Server;
let connections: number;
let target: string;

beforeAll(async () => {
  server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  target = `${HOST}:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('API7:2023 Server Side Request Forgery', () => {
  test('never connects to submitted hosts: redirect targets, fields, headers, domains of email addresses', async () => {
    const { key } = await newWorkspace();
    const recipient = `${uniqueSlug()}@example.com`;
    const redirectUrl = `http://${target}/redirect`;
    const { status, json: endpoint } = await send('POST', '/v1/endpoint', {
      key,
      json: { slug: uniqueSlug(), redirectUrl, targetEmails: [recipient], name: `http://${target}/name` },
    });
    expect(status).toBe(201);
    const path = `/v1/endpoint/${endpoint.id}`;
    expect((await send('PUT', path, { key, json: { redirectUrl: `http://${target}/updated` } })).status).toBe(200);
    expect((await send('GET', path, { key })).json.redirectUrl).toBe(`http://${target}/updated`);

    const url = encodeURIComponent(`http://${target}/field`);
    const headers = { Referer: `http://${target}/`, Origin: `http://${target}`, 'X-Forwarded-Host': target };
    const answer = await postForm(
      endpoint.id,
      `website=${url}&image=<img src="${url}">&webhook=${url}&callback=${url}&_next=${url}&xml=<!DOCTYPE a SYSTEM "${url}">`,
      undefined,
      headers,
    );
    // On the same website as the endpoint's own URL, so that the browser is redirected there.
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `http://${target}/field`]);
    // Once its mail has arrived, all processing of a submission is done.
    await awaitMailsTo(recipient);
    expect(connections).toBe(0);
  });

  test('a connection would be noticed', async () => {
    await fetch(`http://${target}/`).catch(() => undefined);
    expect(connections).toBe(1);
  });
});
