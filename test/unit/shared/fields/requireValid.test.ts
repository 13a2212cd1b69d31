import { describe, expect, test } from '@jest/globals';
import type { ApiError } from '../../../../shared/contract/errors.ts';
import { FORM_PAGE_BYTES_MAX } from '../../../../shared/contract/limits.ts';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { requireValidFields } from '../../../../shared/fields/requireValid.ts';

const RULES: FieldRule[] = [
  { name: 'email', type: 'email', required: true },
  { name: 'tags', type: 'text', multiple: true, label: '"'.repeat(300), pattern: '<'.repeat(500) },
];

/** The page that shows a rejected form again; undefined if it would be too large. */
function pageWith(body: Record<string, unknown>, rules = RULES, data: Record<string, unknown> = {}) {
  const request = { headers: {}, body, siteUrl: 'https://site.example' };
  try {
    const unknownFields = Object.keys(data).length > 0 ? ('refuse' as const) : undefined;
    requireValidFields(
      { id: 'enp_1', name: 'Contact form', fields: rules, unknownFields },
      { data, files: [] },
      request,
    );
  } catch (error) {
    return (error as ApiError).document?.('/v1/f/enp_1');
  }
  throw new Error('was accepted');
}

test('the page with a rejected form keeps hidden and control fields, but neither rejected ones nor a used captcha response', () => {
  const data = { source: 'kept', note: 'refused-1' };
  const used = { 'h-captcha-response': 'used-1', 'cf-turnstile-response': 'used-2', altcha: 'used-3' };
  const rules: FieldRule[] = [...RULES, { name: 'source', type: 'hidden' }];
  const html = pageWith({ ...data, _next: 'https://next.example/', ...used }, rules, data)?.html;
  expect(html).toContain('kept');
  expect(html).toContain('https://next.example/');
  expect(html).not.toContain('used-');
  expect(html).not.toContain('refused-');
});

test('the page with a rejected form suggests the probable address', () => {
  const fields = { email: 'ada@exam\u200bple.com', tags: '<ada@example.com>' };
  const html = pageWith(fields)?.html;
  expect(html).toContain('value="ada@example.com"');
  expect(html).toContain('value="&lt;ada@example.com&gt;"');
  expect(pageWith({ email: 'ada at example' })?.html).toContain('value="ada at example"');
});

test('the page with a rejected form forbids framing', () => {
  expect(pageWith({})?.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
});

describe('a rejected form is not shown again', () => {
  const OPTIONS = Array.from({ length: 2_000 }, (_, i) => `${i}`);
  const CHOICES: FieldRule = { name: 'c'.repeat(100), type: 'checkbox', multiple: true, options: OPTIONS };
  test.each<[string, Record<string, unknown>, FieldRule[]]>([
    ['a control field of half a megabyte', { _next: '"'.repeat(500_000) }, RULES],
    ['control characters, each six bytes of JSON', { _gotcha: '\u0001'.repeat(200_000) }, RULES],
    ['15,000 values of one field', { tags: Array(15_000).fill('') }, RULES],
    ['16,000 values of an unknown field', { more: Array(16_000).fill('') }, RULES],
    [
      'rules with thousands of options',
      {},
      [{ name: 'email', type: 'email', required: true }, CHOICES, CHOICES, CHOICES],
    ],
  ])('with %s', (_what, body, rules) => {
    expect(pageWith(body, rules)).toBeUndefined();
  });

  test('but the largest possible submission is within the limit', () => {
    const page = pageWith({ text: '"'.repeat(24_000), tags: Array(100).fill('x') });
    expect(Buffer.byteLength(JSON.stringify(page?.html))).toBeLessThan(FORM_PAGE_BYTES_MAX);
  });
});
