import { describe, expect, test } from '@jest/globals';
import { FIELD_TYPES } from '../../../../shared/contract/choices.ts';
import { FIELD_RULES_BYTES_MAX } from '../../../../shared/contract/limits.ts';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { checkRules } from '../../../../shared/fields/checkRules.ts';

const problemsOf = (...rules: Partial<FieldRule>[]): string => {
  try {
    checkRules(rules.map((rule, index) => ({ name: `f${index}`, type: 'text', ...rule })));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('valid rules', () => {
  test.each<[string, Partial<FieldRule>]>([
    [
      'a text with all that it can have',
      { required: true, minLength: 2, maxLength: 2, pattern: '[ab]+', multiple: true },
    ],
    ['times that go round midnight', { type: 'time', min: '22:00', max: '02:00', step: 0.001 }],
    ['numbers as texts', { type: 'number', min: '-1e3', max: '1.50', step: 0.01 }],
    ['any step', { type: 'date', step: 'any', min: '2026-01-01' }],
    ['a checkbox without options', { type: 'checkbox', required: true }],
  ])('include those of %s', (_what, rule) => {
    expect(problemsOf(rule)).toBe('');
  });

  test('include each type with only its required parts', () => {
    const options = (type: FieldRule['type']) => (type === 'radio' || type === 'select') && { options: ['a'] };
    expect(problemsOf(...FIELD_TYPES.map((type) => ({ type, ...options(type) })))).toBe('');
  });
});

describe('invalid rules', () => {
  test.each<[string, Partial<FieldRule>, string]>([
    ['a pattern of a number', { type: 'number', pattern: 'a' }, 'fields[0].pattern does not apply to the type number'],
    ['a minimum of a text', { min: 1 }, 'fields[0].min does not apply to the type text'],
    ['options of a text', { options: ['a'] }, 'fields[0].options does not apply to the type text'],
    ['a slider that must be filled in', { type: 'range', required: true }, 'fields[0].required does not apply'],
    ['no options', { type: 'select' }, 'fields[0].options are missing'],
    ['an option twice', { type: 'radio', options: ['a', { value: 'a', label: 'A' }] }, 'must not repeat a value'],
    ['lengths that no text has', { minLength: 3, maxLength: 2 }, 'fields[0].minLength must not be more than maxLength'],
    [
      'bounds that no value has',
      { type: 'date', min: '2026-02-01', max: '2026-01-01' },
      'fields[0].max must not be less than min, which is 2026-02-01',
    ],
    [
      'a slider with less than its minimum',
      { type: 'range', max: -1 },
      'fields[0].max must not be less than min, which is 0',
    ],
    ['a bound of another type', { type: 'date', min: '1' }, 'fields[0].min must be a value of the type date'],
    ['a number for a date', { type: 'date', max: 5 }, 'fields[0].max must be a value of the type date'],
    ['no step', { type: 'number', step: 0 }, 'fields[0].step must be more than 0'],
    ['a step of half a day', { type: 'date', step: 0.5 }, 'fields[0].step must be a whole number'],
    ['a step of less than a millisecond', { type: 'time', step: 0.0001 }, 'at most three decimals'],
    ['a name of a control field', { name: '_gotcha' }, 'fields[0].name is the name of a control field'],
    ['a name of a captcha', { name: 'altcha' }, 'fields[0].name is the name of a control field or captcha'],
    ['a pattern that takes long', { pattern: '(a)\\1' }, 'fields[0].pattern must not have a backreference'],
  ])('have %s', (_what, rule, message) => {
    expect(problemsOf(rule)).toContain(message);
  });

  test('are all named', () => {
    expect(problemsOf({ name: 'a', min: 1 }, { name: 'a' }, { pattern: '[' })).toMatch(
      /^The body is invalid: fields\[0\]\.min .*; fields\[1\]\.name must be unique; fields\[2\]\.pattern .*\.$/,
    );
  });

  test('are too large', () => {
    const label = '字'.repeat(300);
    const rules = Array.from({ length: 30 }, () => ({ label }));
    expect(problemsOf(...rules)).toContain(`fields must have at most ${FIELD_RULES_BYTES_MAX} bytes as JSON`);
  });
});
