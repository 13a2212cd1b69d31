import { describe, expect, test } from '@jest/globals';
import { EndpointUpdate } from '../../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { expectBadFields } from '../../../../support/cloud/expectations.ts';
import { inputOf, operationOf, refusalOf } from '../../../../support/parsedRequest.ts';
import { BAD_ENDPOINT_FIELDS, GOOD_ENDPOINT_FIELDS } from '../../../../support/samples/fields.ts';

const OTHERS = { createEndpoint: { slug: 'contact', targetEmails: [] }, updateEndpoint: {} };
const STORED = {
  id: 'enp_1',
  workspaceId: 'ws_1',
  slug: 'contact',
  name: 'Contact',
  isEnabled: true,
  emailNotifications: true,
  redirectUrl: 'https://example.com/',
  targetEmails: [],
  icon: 'file',
  color: 'gray',
};
const params = { id: 'enp_1' };

describe.each(['createEndpoint', 'updateEndpoint'] as const)('%s', (id) => {
  test.each(GOOD_ENDPOINT_FIELDS)('accepts and returns %s with %s', async (field, _what, value, answered = value) => {
    const { body } = await inputOf(id, { params, json: { ...OTHERS[id], [field]: value } });
    expect(body[field]).toEqual(answered);
    const endpoint = { ...STORED, [field]: answered };
    expect(operationOf(id).response.parse(endpoint)).toEqual(endpoint);
  });

  test.each(BAD_ENDPOINT_FIELDS)('400 for %s with %s', async (field, _what, value, path = field) => {
    expectBadFields(await refusalOf(id, { params, json: { ...OTHERS[id], [field]: value } }), 'body', path);
  });
});

test('there are good and bad values of every field', () => {
  const fields = Object.keys(EndpointUpdate.shape).sort();
  for (const values of [GOOD_ENDPOINT_FIELDS, BAD_ENDPOINT_FIELDS])
    expect([...new Set(values.map(([field]) => field))].sort()).toEqual(fields);
});

test('updateEndpoint gives a field no default', async () => {
  expect((await inputOf('updateEndpoint', { params, json: { isEnabled: false } })).body).toEqual({ isEnabled: false });
});
