import { expect, test } from '@jest/globals';
import type { ApiError } from '../../../../shared/contract/errors.ts';
import { requireValidFields } from '../../../../shared/fields/requireValid.ts';

test('the page that shows a form again carries other fields on, and no used captcha response', () => {
  const endpoint = { id: 'enp_1', fields: [{ name: 'email', type: 'email' as const, required: true }] };
  const body = { note: 'kept', 'h-captcha-response': 'used-1', 'cf-turnstile-response': 'used-2', altcha: 'used-3' };
  const request = { headers: {}, body, siteUrl: 'https://site.example' };
  try {
    requireValidFields(endpoint, { data: { note: 'kept' }, files: [] }, request);
    throw new Error('was accepted');
  } catch (error) {
    const html = (error as ApiError).document?.('/v1/f/enp_1').html;
    expect(html).toContain('kept');
    expect(html).not.toContain('used-');
  }
});
