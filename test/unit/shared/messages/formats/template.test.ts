import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { WebhookTemplate } from '../../../../../shared/contract/schemas/webhooks/webhookTemplate.ts';
import { TEMPLATE_PLACEHOLDERS } from '../../../../../shared/contract/webhookTemplate.ts';
import { FILLED_BYTES_MAX, template } from '../../../../../shared/messages/formats/template.ts';
import { IS_LONG } from '../../../../support/jest/testSize.ts';
import { DASHBOARD_URL, eventWith } from '../../../../support/samples/formEvents.ts';
import { anyHostileSubmission, HOSTILE_TEXTS } from '../../../../support/samples/hostileSubmissions.ts';

const filled = (text: object | string, ...event: Parameters<typeof eventWith>) =>
  JSON.parse(template.write(eventWith(...event), typeof text === 'string' ? text : JSON.stringify(text)).body);

describe('a template', () => {
  test('fills in its placeholders', () => {
    const all = Object.fromEntries(TEMPLATE_PLACEHOLDERS.map((name) => [name, `{{${name}}}`]));
    expect(filled(all, { name: 'Ada', topics: ['a', 'b'] })).toEqual({
      form: 'Contact form',
      date: '2026-11-24',
      reference: 'sub_01JD0B6E1F7Q3W9KXN5T2RAH8D',
      event: 'submission.created',
      fields: 'name: Ada\ntopics: a\nb',
      'submission.url': DASHBOARD_URL,
    });
  });

  test('keeps the type of a value if the placeholder is the whole text', () => {
    const data = { age: 42, agreed: false, topics: ['a', 1], address: { city: 'Cádiz' }, 'first name': 'Ada' };
    const names = [...Object.keys(data), 'missing'];
    const all = Object.fromEntries(names.map((name) => [name, `{{ field.${name} }}`]));
    expect(filled(all, data)).toEqual({ ...data, missing: null });
  });

  test('puts values into texts', () => {
    const data = { age: 42, topics: ['a', 1], address: { city: 'Cádiz' }, none: null };
    expect(
      filled('"{{field.age}}, {{field.topics}}, {{field.address}}, {{field.none}}, {{field.missing}}."', data),
    ).toBe('42, a, 1, {"city":"Cádiz"}, , .');
  });

  test('has file names for a field with files', () => {
    const file = { id: 'fil_1', field: 'cv', type: 'application/pdf', bytes: 1, scan: 'clean' as const };
    const files = [
      { ...file, name: 'a.pdf' },
      { ...file, name: 'b.pdf' },
    ];
    expect(filled('"{{field.cv}}"', {}, { files })).toBe('a.pdf, b.pdf');
  });

  test('has samples in a test, and no values of a deleted submission', () => {
    const text = { mail: '{{field.E-Mail}}', name: '{{field.name}}', fields: '{{fields}}', at: '{{reference}}' };
    expect(filled(text, {}, { type: 'webhook.test' })).toMatchObject({ mail: 'test@example.com', name: 'Test' });
    expect(filled(text, {}, { type: 'submission.deleted' })).toEqual({ mail: null, name: null, fields: '', at: '' });
  });

  test('does not expand placeholders in filled-in values', () => {
    expect(filled('"{{field.a}} {{field.b}}"', { a: '{{form}}', b: '{{field.a}}' })).toBe('{{form}} {{field.a}}');
  });

  test('grows by 256 kB at most, however often it names a field', () => {
    const data = { long: 'é"\n'.repeat(12_000) };
    const text = JSON.stringify(Array(700).fill('{{field.long}} {{field.long}}'));
    expect(text.length).toBeGreaterThan(16_000);
    const { body } = template.write(eventWith(data), text);
    expect(Buffer.byteLength(body)).toBeLessThan(FILLED_BYTES_MAX + text.length);
    expect(JSON.parse(body)).toHaveLength(700);
  });
});

/** A template, and the same with markers for placeholders, alone or within a string. */
const FIELD_NAMES = [...HOSTILE_TEXTS.filter((text) => text.trim() && !/[{}]/.test(text)), 'a', 'email'].map((name) =>
  name.trim(),
);
const Placeholder = fc
  .constantFrom(...TEMPLATE_PLACEHOLDERS, ...FIELD_NAMES.map((name) => `field.${name}`))
  .map((name) => `{{${name}}}`);
const TemplateText = fc.oneof(
  Placeholder,
  fc
    .array(fc.oneof(Placeholder, fc.string({ unit: fc.constantFrom('a', '"', '\\', ' ', '}', '\n') })), {
      maxLength: 4,
    })
    .map((parts) => parts.join('')),
);
const { tree: Template } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    TemplateText,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor', '"', '}'), tie('tree'), { maxKeys: 4 }),
  ),
}));

/** Compares structures: where the template has a string, any value may be. */
function expectSameStructure(before: unknown, after: unknown): void {
  if (typeof before === 'string') {
    if (!/\{\{/.test(before)) expect(after).toBe(before);
    else if (!/^\{\{[^{}]*\}\}$/.test(before)) expect(typeof after).toBe('string');
    return;
  }
  if (typeof before !== 'object' || before === null) {
    expect(after).toEqual(before);
    return;
  }
  expect(Array.isArray(after)).toBe(Array.isArray(before));
  const [names, filledNames] = [Object.keys(before), Object.keys(after as object)];
  expect(filledNames).toEqual(names);
  for (const name of names) {
    expectSameStructure((before as Record<string, unknown>)[name], (after as Record<string, unknown>)[name]);
  }
}

describe('random templates and values', () => {
  test('are always valid JSON of the template’s structure', () => {
    fc.assert(
      fc.property(Template, anyHostileSubmission, (tree, data) => {
        const text = JSON.stringify(tree);
        fc.pre(WebhookTemplate.safeParse(text).success);
        const { body } = template.write(eventWith({ ...data, a: data }), text);
        expect(body.isWellFormed()).toBe(true);
        expectSameStructure(JSON.parse(text), JSON.parse(body));
      }),
      { numRuns: IS_LONG ? 1_000 : 300 },
    );
  }, 60_000);

  test('keep the value’s type if a placeholder is the whole text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const sent = JSON.parse(JSON.stringify(value));
        expect(filled('{"x":["{{field.a}}"]}', { a: sent })).toEqual({ x: [sent] });
      }),
    );
  });
});
