import { describe, expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { type FormFieldSettings, judgeFields } from '../../../../shared/fields/judge.ts';
import { judgeFiles } from '../../../../shared/fields/judgeFiles.ts';
import { judgeValues } from '../../../../shared/fields/judgeValue.ts';

const rule = (fields: Partial<FieldRule>): FieldRule => ({ name: 'field', type: 'text', ...fields });

describe('errors that Chromium only reports for typed values', () => {
  test.each<[string, Partial<FieldRule>, unknown, string | undefined]>([
    ['a text of the length', { maxLength: 3 }, 'abc', undefined],
    ['a longer one', { maxLength: 3 }, 'abcd', 'tooLong'],
    ['an emoji, which counts as two', { maxLength: 1 }, '😀', 'tooLong'],
    ['a shorter one', { minLength: 3 }, 'ab', 'tooShort'],
    ['an empty one, which is not short', { minLength: 3 }, '', undefined],
    ['an emoji, which is not short', { minLength: 2 }, '😀', undefined],
    ['lines, whose ends count as one', { type: 'textarea', maxLength: 5 }, 'a\r\nb\r\nc', undefined],
    ['lines that are short', { type: 'textarea', minLength: 6 }, 'a\r\nb\r\nc', 'tooShort'],
    ['no number', { type: 'number' }, 'twelve', 'badInput'],
    ['no number, though one is needed', { type: 'number', required: true }, 'twelve', 'badInput'],
    ['no date', { type: 'date' }, '2026-02-30', 'badInput'],
    ['no time', { type: 'time' }, '24:00', 'badInput'],
    ['no week', { type: 'week' }, '2026-W54', 'badInput'],
    ['the last week of a long year', { type: 'week' }, '2026-W53', undefined],
    ['the same of a short year', { type: 'week' }, '2025-W53', 'badInput'],
    ['every other week', { type: 'week', step: 2 }, '1970-W03', undefined],
    ['no colour', { type: 'color' }, 'red', 'badInput'],
    ['a slider beyond its default', { type: 'range' }, '101', 'rangeOverflow'],
  ])('%s', (_what, fields, sent, code) => {
    expect(judgeValues(rule(fields), sent)).toBe(code);
  });
});

describe('values that no browser sends', () => {
  test.each<[string, Partial<FieldRule>, unknown, string | undefined]>([
    ['a number in JSON', { type: 'number', max: 5 }, 4, undefined],
    ['the smallest number', { type: 'number', min: 5 }, 5, undefined],
    ['the largest number', { type: 'number', max: 5 }, 5, undefined],
    ['a whole number between fractions', { type: 'number', min: 0.5, max: 1.25, step: 'any' }, 1, undefined],
    ['a number that is too small', { type: 'number', min: 5 }, 4, 'rangeUnderflow'],
    ['a number in JSON that is too large', { type: 'number', max: 5 }, 6, 'rangeOverflow'],
    ['true for a checkbox', { type: 'checkbox', required: true }, true, undefined],
    ['false for a checkbox', { type: 'checkbox', required: true }, false, 'valueMissing'],
    ['null', { required: true }, null, 'valueMissing'],
    ['an empty list', { required: true }, [], 'valueMissing'],
    ['an object', {}, { a: 1 }, 'badInput'],
    ['a list in a list', { multiple: true }, [['a']], 'badInput'],
    ['two values of one field', {}, ['a', 'b'], 'badInput'],
    ['two values of several fields', { multiple: true }, ['a', 'b'], undefined],
    ['a second value that is wrong', { type: 'number', multiple: true }, ['1', 'b'], 'badInput'],
    ['an option that is none', { type: 'select', options: ['a'] }, 'b', 'notAnOption'],
    ['a label in place of a value', { type: 'radio', options: [{ value: 'a', label: 'A' }] }, 'A', 'notAnOption'],
    [
      'one option of a list that is none',
      { type: 'checkbox', options: ['a'], multiple: true },
      ['a', 'c'],
      'notAnOption',
    ],
    ['anything hidden', { type: 'hidden' }, { a: 1 }, undefined],
    // Firefox sends the domain as typed, Chromium in punycode.
    ['an address at an internationalized domain', { type: 'email' }, 'user@münchen.de', undefined],
    ['the same in punycode', { type: 'email' }, 'user@xn--mnchen-3ya.de', undefined],
    ['an internationalized domain of one label', { type: 'email' }, ' a%b@münchen\n', undefined],
    ['several addresses', { type: 'email', multiple: true }, 'a@例え.jp, b@example.com ,c@почта.рф', undefined],
    ['one of several without a domain', { type: 'email', multiple: true }, 'a@例え.jp,ü@', 'typeMismatch'],
    ['an address with a local part beyond ASCII', { type: 'email' }, 'jürgen@münchen.de', 'typeMismatch'],
    ['an address with a path', { type: 'email' }, 'a@münchen.de/x', 'typeMismatch'],
    ['an address with a port', { type: 'email' }, 'a@münchen.de:80', 'typeMismatch'],
    ['an address with an invisible character', { type: 'email' }, 'a@mün\u00adchen.de', 'typeMismatch'],
    ['an address with a dot at the end', { type: 'email' }, 'a@münchen.de.', 'typeMismatch'],
    ['an ASCII domain with a dot at the end', { type: 'email' }, 'a@1.', 'typeMismatch'],
    ['an address with too long a label', { type: 'email' }, `a@${'ü'.repeat(70)}.de`, 'typeMismatch'],
    ['a long text', { type: 'email' }, `a@${'ü'.repeat(40_000)}`, 'typeMismatch'],
    ['a length as sent', { type: 'email', maxLength: 15 }, 'user@münchen.de', undefined],
  ])('%s', (_what, fields, sent, code) => {
    expect(judgeValues(rule(fields), sent)).toBe(code);
  });
});

describe('a form', () => {
  const settings: FormFieldSettings = {
    fields: [
      rule({ name: 'b', required: true }),
      rule({ name: 'a', type: 'email' }),
      rule({ name: 'cv', type: 'file', required: true, accept: '.pdf,image/*' }),
    ],
    files: { maxBytes: 10, types: ['application/pdf'] },
  };
  const pdf = { field: 'cv', name: 'CV.PDF', type: 'application/pdf', bytes: 10 };
  const codes = (more: Partial<FormFieldSettings>, data: Record<string, unknown>, files = [pdf]) =>
    judgeFields({ ...settings, ...more }, { data, files }).map(({ field, code }) => `${field}: ${code}`);

  test('has one finding per field, in the order of its rules', () => {
    expect(codes({}, { a: 'x' }, [])).toEqual(['b: valueMissing', 'a: typeMismatch', 'cv: valueMissing']);
  });

  test.each([
    ['keep', []],
    ['drop', []],
    ['refuse', ['other: unknownField', 'photo: unknownField']],
  ] as const)('that is set to %s unknown fields has %j', (unknownFields, found) => {
    const data = { b: 'x', other: '1', _replyto: 'a@b.example', 'h-captcha-response': 'x', _subject: 's' };
    expect(codes({ unknownFields }, data, [pdf, { ...pdf, field: 'photo' }])).toEqual(found);
  });

  test('names a bounded number of unknown fields, though blank fields are unbounded', () => {
    const data = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, '']));
    expect(codes({ unknownFields: 'refuse' }, { b: 'x', ...data })).toHaveLength(200);
  });

  test('does not find fields named like members of Object.prototype', () => {
    expect(judgeFields({ fields: [rule({ name: 'constructor', required: true })] }, { data: {}, files: [] })).toEqual([
      expect.objectContaining({ code: 'valueMissing' }),
    ]);
  });

  test('requires nothing in its honeypot', () => {
    expect(codes({ honeypotField: 'b' }, {})).toEqual([]);
  });

  test.each([
    ['another type', { name: 'cv.txt', type: 'text/plain' }, 'fileType'],
    ['a type that is accepted', { name: 'cv', type: 'image/png' }, undefined],
    ['an ending that is accepted, of a type that is not', { type: 'text/plain' }, undefined],
    ['more bytes', { bytes: 11 }, 'fileSize'],
  ])('judges a file of %s', (_what, change, code) => {
    expect(codes({}, { b: 'x' }, [{ ...pdf, ...change }])).toEqual(code ? [`cv: ${code}`] : []);
  });

  test.each([undefined, null, ''])('requires no file in an optional field that is sent as %p', (cv) => {
    const optional = { name: 'cv', type: 'file' } as const;
    expect(judgeFiles(optional, [], { settings: undefined, sentText: cv, hasUploads: false })).toBeUndefined();
  });

  test('judges two files, and a file name without content', () => {
    expect(codes({}, { b: 'x' }, [pdf, pdf])).toEqual(['cv: badInput']);
    expect(codes({}, { b: 'x', cv: 'cv.pdf' }, [])).toEqual(['cv: badInput']);
  });
});
