import { describe, expect, test } from '@jest/globals';
import { BROWSER_ACCEPT, MULTIPART, multipart, part, postForm, sitePage, URL_ENCODED } from '../../support/forms.ts';
import { ownEndpoint } from '../../support/ownWorkspace.ts';
import { send } from '../../support/service.ts';
import { dataOf } from '../../support/submissions.ts';

const owner = ownEndpoint();

const lastData = async () => (await dataOf(owner.key, owner.endpointId))[0];

const POSTED = 'name=Ada&message=Hello';
const DATA = { name: 'Ada', message: 'Hello' };

describe('POST /v1/f/{endpointId} from a form', () => {
  test.each([
    ['URL-encoded', POSTED, URL_ENCODED],
    ['multipart', multipart([part('name', 'Ada'), part('message', 'Hello')]), MULTIPART],
  ])('303 sends the browser to the thank-you page and stores the fields: %s', async (_what, body, type) => {
    const { status, headers, text } = await postForm(owner.endpointId, body, type);
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(sitePage('/thank-you'));
    expect(text).toBe('');
    expect(await lastData()).toEqual(DATA);
  });

  test.each([
    ['https://example.com/thanks', 'https://example.com/thanks'],
    ['http://example.com:8080/a?b=c&d=%20#e', 'http://example.com:8080/a?b=c&d=%20#e'],
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://EXAMPLE.com/Path', 'https://example.com/Path'],
    ['https://müller.example/dänke?ä=ö#ü', 'https://xn--mller-kva.example/d%C3%A4nke?%C3%A4=%C3%B6#%C3%BC'],
    ['https://example.com/谢谢/😀', 'https://example.com/%E8%B0%A2%E8%B0%A2/%F0%9F%98%80'],
  ])("303 sends the browser to the endpoint's redirectUrl %s", async (redirectUrl, location) => {
    const { id } = await owner.newEndpoint({ redirectUrl });
    const { status, headers } = await postForm(id, POSTED);
    expect([status, headers.get('location')]).toEqual([303, location]);
  });

  const VERIFIED = { emailField: 'email', subject: 'Confirm', text: 'Please confirm.', verify: true };

  test.each<[string, object, string]>([
    ['/thank-you#de', {}, '?lang=de'],
    ['/thank-you#pt', {}, '?lang=pt-BR&lang=de'],
    ['/thank-you', {}, '?lang=%23x'],
    ['/thank-you', {}, '?lang=constructor'],
    ['/form/disabled#ja', { isEnabled: false }, '?lang=ja'],
    ['/form/confirm', { confirmation: VERIFIED }, ''],
    ['/form/confirm#ar', { confirmation: VERIFIED }, '?lang=ar'],
    ['https://example.com/thanks', { redirectUrl: 'https://example.com/thanks' }, '?lang=de'],
    ['https://example.com/a', { redirectUrl: 'https://example.com/a', confirmation: VERIFIED }, ''],
  ])('303 to %s: %j, posted to %s', async (location, settings, query) => {
    const { id } = await owner.newEndpoint(settings);
    const { headers } = await postForm(`${id}${query}`, POSTED);
    expect(headers.get('location')).toBe(location.startsWith('/') ? sitePage(location) : location);
  });

  test('303 for a person who opens the form’s URL, to a page in its language', async () => {
    const { headers } = await send('GET', `/v1/f/${owner.endpointId}?lang=de`, { headers: { Accept: BROWSER_ACCEPT } });
    expect(headers.get('location')).toBe(sitePage('/form/address#de'));
  });

  test('303 to the same page for held and pending submissions', async () => {
    const { id } = await owner.newEndpoint({ confirmation: VERIFIED });
    const { headers } = await postForm(id, `${POSTED}&_gotcha=x`);
    expect(headers.get('location')).toBe(sitePage('/form/confirm'));
  });

  test.each(['', 'x'])('201 says alike that held and pending submissions are pending: _gotcha=%s', async (_gotcha) => {
    const { id } = await owner.newEndpoint({ confirmation: VERIFIED });
    const { json } = await send('POST', `/v1/f/${id}`, { json: { ...DATA, _gotcha } });
    expect(json).toMatchObject({ isPending: true, isSpam: false });
  });

  test.each<[string, Record<string, string>]>([
    ['application/json', { Accept: 'application/json' }],
    ['application/vnd.api+json among others', { Accept: 'text/plain;q=0.5,application/vnd.api+json , */*' }],
    ['a browser, with X-Requested-With', { 'X-Requested-With': 'XMLHttpRequest' }],
  ])('201 returns JSON if the sender accepts %s', async (_what, headers) => {
    const { status, json, headers: answered } = await postForm(owner.endpointId, POSTED, URL_ENCODED, headers);
    expect(status).toBe(201);
    expect(answered.get('location')).toBeNull();
    expect(answered.get('content-type')).toBe('application/json');
    expect(json).toEqual({
      id: expect.stringMatching(/^sub_/),
      endpointId: owner.endpointId,
      location: 'Unknown',
      isSpam: false,
      isRead: false,
    });
    expect(await lastData()).toEqual(DATA);
  });

  test('201 for FormData and URLSearchParams sent by fetch', async () => {
    const headers = { Accept: 'application/json' };
    const form = new FormData();
    form.append('größe', '1 €');
    form.append('tag', 'a');
    form.append('tag', 'b');
    expect((await send('POST', `/v1/f/${owner.endpointId}`, { body: form, headers })).status).toBe(201);
    expect(await lastData()).toEqual({ größe: '1 €', tag: ['a', 'b'] });
    const params = new URLSearchParams({ größe: '1 € + 2' });
    expect((await send('POST', `/v1/f/${owner.endpointId}`, { body: params, headers })).status).toBe(201);
    expect(await lastData()).toEqual({ größe: '1 € + 2' });
  });
});
