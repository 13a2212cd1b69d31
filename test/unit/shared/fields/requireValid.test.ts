import { expect, test } from '@jest/globals';
import type { ApiError } from '../../../../shared/contract/errors.ts';
import { requireValidFields } from '../../../../shared/fields/requireValid.ts';

test('the page that shows a form again carries hidden and control fields on, no refused ones and no used captcha response', () => {
  const source = { name: 'source', type: 'hidden' as const };
  const fields = [{ name: 'email', type: 'email' as const, required: true }, source];
  const endpoint = { id: 'enp_1', fields, unknownFields: 'refuse' as const };
  const body = {
    source: 'kept',
    _next: 'https://next.example/',
    note: 'refused-1',
    'h-captcha-response': 'used-1',
    'cf-turnstile-response': 'used-2',
    altcha: 'used-3',
  };
  const request = { headers: {}, body, siteUrl: 'https://site.example' };
  try {
    requireValidFields(endpoint, { data: { source: 'kept', note: 'refused-1' }, files: [] }, request);
    throw new Error('was accepted');
  } catch (error) {
    const html = (error as ApiError).document?.('/v1/f/enp_1').html;
    expect(html).toContain('kept');
    expect(html).toContain('https://next.example/');
    expect(html).not.toContain('used-');
    expect(html).not.toContain('refused-');
  }
});
