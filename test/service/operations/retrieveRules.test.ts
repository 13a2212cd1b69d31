import { expect, test } from '@jest/globals';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { newEndpoint, outputs, send } from '../../support/cloud/service.ts';

const FIELDS: FieldRule[] = [
  { name: 'email', type: 'email', required: true },
  { name: 'room', type: 'select', options: ['Blue', { value: 'g', label: 'Green' }] },
];

const rulesOf = (id: string, headers = {}) => send('GET', `/v1/f/${id}/rules`, { headers });

test('rules of a form have what senders need, and nothing else of the endpoint', async () => {
  const settings = {
    fields: FIELDS,
    files: { maxCount: 2, maxBytes: 1_000, types: ['image/*'] },
    captcha: { provider: 'turnstile' as const, siteKey: 'site-key', secret: 'very-secret' },
    honeypotField: 'website',
    blockedTerms: ['casino'],
    allowedOrigins: ['https://example.com'],
  };
  const { id } = await newEndpoint(outputs().apiKey, settings);
  const { status, json, headers } = await rulesOf(id, { Origin: 'https://agent.example' });

  expect([status, json]).toEqual([200, { fields: FIELDS, files: settings.files, captcha: 'turnstile' }]);
  expect(headers.get('access-control-allow-origin')).toBe('https://agent.example');
});

test('rules of a form without rules are empty', async () => {
  const { id } = await newEndpoint(outputs().apiKey);
  expect((await rulesOf(id)).json).toEqual({ fields: [] });
});

test.each([
  [{ isEnabled: false }, 'This endpoint is disabled and receives no submissions.'],
  [{ isArchived: true, closedText: 'Come back in May.' }, 'Come back in May.'],
  [{ closesAt: '2020-01-01' }, 'This endpoint is disabled and receives no submissions.'],
])('rules of a closed form (%j) are refused with the reason', async (settings, message) => {
  const { id } = await newEndpoint(outputs().apiKey, settings);
  const { status, json } = await rulesOf(id);
  expect([status, json.code, json.message]).toEqual([403, 'DISABLED', message]);
});

test.each([
  ['enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', 404],
  ['no-id', 400],
])('rules of %s › %i', async (id, status) => {
  expect((await rulesOf(id)).status).toBe(status);
});
