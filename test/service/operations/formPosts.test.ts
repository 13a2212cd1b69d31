import { describe, expect, test } from '@jest/globals';
import {
  BROWSER_ACCEPT,
  MULTIPART,
  multipart,
  part,
  postForm,
  sitePage,
  URL_ENCODED,
} from '../../support/cloud/forms.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { send } from '../../support/cloud/service.ts';
import { dataOf } from '../../support/cloud/submissions.ts';

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
    ['https://müller.example/dänke?ä=ö#ü', 'https://xn--mller-kva.example/d%C3%A4nke?%C3%A4=%C3%B6#%C3%BC'],
  ])("303 sends the browser to the endpoint's redirectUrl %s", async (redirectUrl, location) => {
    const { id } = await owner.newEndpoint({ redirectUrl });
    const { status, headers } = await postForm(id, POSTED);
    expect([status, headers.get('location')]).toEqual([303, location]);
  });

  const VERIFIED = { emailField: 'email', subject: 'Confirm', text: 'Please confirm.', verify: true };

  test.each<[string, object, string]>([
    ['/thank-you#de', {}, '?lang=de'],
    ['/thank-you#pt', {}, '?lang=pt-BR&lang=de'],
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

  test.each(['', 'x'])('201 reports held and pending submissions alike as pending: _gotcha=%s', async (_gotcha) => {
    const { id } = await owner.newEndpoint({ confirmation: VERIFIED });
    const { json } = await send('POST', `/v1/f/${id}`, { json: { ...DATA, _gotcha } });
    expect(json).toMatchObject({ isPending: true, isSpam: false });
  });

  test('201 shows the owner’s text in place of the thank-you page’s sentences, escaped, in the form’s language', async () => {
    const settings = { thankYouText: 'Call <b>me</b>\n& wait' };
    const { id } = await owner.newEndpoint(settings);
    for (const body of [POSTED, `${POSTED}&_gotcha=x`]) {
      const { status, headers, text } = await postForm(`${id}?lang=de`, body);
      expect([status, headers.get('location')]).toEqual([201, null]);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('<h1>Vielen Dank</h1>');
      expect(text).toContain('dir="auto">Call &lt;b&gt;me&lt;/b&gt;\n&amp; wait</p>');
    }
    const redirected = await owner.newEndpoint({ ...settings, redirectUrl: 'https://example.com/a' });
    expect((await postForm(redirected.id, POSTED)).status).toBe(303);
    const confirming = await owner.newEndpoint({ ...settings, confirmation: VERIFIED });
    expect((await postForm(confirming.id, POSTED)).headers.get('location')).toBe(sitePage('/form/confirm'));
  });

  test('201 returns JSON if the sender accepts it', async () => {
    const headers = { Accept: 'text/plain;q=0.5,application/vnd.api+json , */*' };
    const { status, json, headers: answered } = await postForm(owner.endpointId, POSTED, URL_ENCODED, headers);
    expect([status, answered.get('location')]).toEqual([201, null]);
    expect(answered.get('content-type')).toBe('application/json');
    const shown = { location: 'Unknown', isSpam: false, isRead: false };
    expect(json).toEqual({ id: expect.stringMatching(/^sub_/), endpointId: owner.endpointId, ...shown });
  });
});
