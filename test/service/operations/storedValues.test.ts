import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { expectBadFields } from '../../support/cloud/expectations.ts';
import { postForm, sitePage } from '../../support/cloud/forms.ts';
import { eventually, mailsTo, newEndpoint, newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';

let key: string;
beforeAll(async () => {
  ({ key } = await newWorkspace());
});

const USER_INFO = 'https://bank.example@evil.example/';
const TOO_LONG = `https://example.com/${'語'.repeat(1_380)}`;
const IMPOSSIBLE = `${'a'.repeat(65)}@example.com`;

/** An endpoint with values that were valid when it was created, and no longer are. */
async function givenStored(fields: Partial<Endpoint>): Promise<Endpoint> {
  const endpoint = await newEndpoint(key);
  const item = await sharedTable().get(endpointKey(endpoint.id));
  await sharedTable().put({ ...item, ...fields }, {});
  return { ...endpoint, ...fields };
}

const STORED: [what: string, fields: Partial<Endpoint>][] = [
  ['a redirectUrl with user info', { redirectUrl: USER_INFO }],
  ['a redirectUrl that grows too long', { redirectUrl: TOO_LONG }],
  ['a redirectUrl that is none', { redirectUrl: 'nowhere' }],
  ['an address that cannot exist', { targetEmails: [IMPOSSIBLE] }],
];

describe('Values stored under an earlier rule', () => {
  test.each(STORED)(
    'an endpoint with %s can be read and updated, and keeps it until it is replaced',
    async (...row) => {
      const [, fields] = row;
      const endpoint = await givenStored(fields);
      const path = `/v1/endpoint/${endpoint.id}`;
      expect((await send('GET', path, { key })).json).toEqual(endpoint);
      expect((await send('GET', '/v1/endpoints', { key })).json.endpoints).toContainEqual(endpoint);
      const renamed = await send('PUT', path, { key, json: { name: 'Renamed' } });
      expect(renamed.json).toEqual({ ...endpoint, name: 'Renamed' });
      const field = fields.targetEmails ? 'targetEmails[0]' : 'redirectUrl';
      expectBadFields(await send('PUT', path, { key, json: fields }), 'body', field);
    },
  );

  test.each([
    ['on to its redirectUrl with user info, as before', USER_INFO, () => USER_INFO],
    ['to the thank-you page from a redirectUrl that grows too long', TOO_LONG, () => sitePage('/thank-you')],
    ['to the thank-you page from a redirectUrl that is none', 'nowhere', () => sitePage('/thank-you')],
  ])('303 sends a person %s, and stores the form', async (_what, redirectUrl, location) => {
    const { id } = await givenStored({ redirectUrl });
    const { status, headers } = await postForm(id, 'message=Hello');
    expect([status, headers.get('location')]).toEqual([303, location()]);
    expect((await send('GET', `/v1/submissions/${id}`, { key })).json.submissions).toHaveLength(1);
  });
});

describe('An address in targetEmails', () => {
  test.each([
    ['ana@почта.рф', 'ana@xn--80a1acny.xn--p1ai'],
    ['sales/berlin&hamburg=north@example.com', 'sales/berlin&hamburg=north@example.com'],
  ])('%s gets its mail as %s', async (address, sentTo) => {
    const { id, targetEmails } = await newEndpoint(key, { targetEmails: [address] });
    expect(targetEmails).toEqual([address]);
    await send('POST', `/v1/f/${id}`, { json: { message: 'Hello' } });
    const mails = await eventually(
      async () => (await mailsTo(sentTo)).filter(({ body }) => body.text.includes(id)),
      ({ length }) => length > 0,
    );
    expect(mails).toHaveLength(1);
  });
});
