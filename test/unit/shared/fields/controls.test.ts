import { expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { attributesOf, isGroup } from '../../../../shared/fields/controls.ts';

const rule = (fields: object) => ({ name: 'a', label: 'A', ...fields }) as FieldRule;

test.each([
  ['email', true],
  ['select', true],
  ['file', true],
  ['checkbox', false],
])('%s: a control for several values is multiple: %s', (type, multiple) => {
  expect(attributesOf(rule({ type, multiple: true })).multiple).toBe(multiple);
  expect(attributesOf(rule({ type })).multiple).toBe(false);
});

test.each([
  ['one checkbox', { type: 'checkbox', options: ['a'] }, false],
  ['several checkboxes', { type: 'checkbox', options: ['a', 'b'] }, true],
  ['a selection', { type: 'select', options: ['a', 'b'] }, false],
])('%s is required by its control unless it is a group', (_what, fields, expected) => {
  expect(isGroup(rule(fields))).toBe(expected);
  expect(attributesOf(rule({ ...fields, required: true })).required).toBe(!expected);
});
