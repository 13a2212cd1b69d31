import { expect, test } from '@jest/globals';
import { unknownPlaceholder } from '../../../../shared/contract/placeholders.ts';

test.each([
  ['a short name', 'nmae', 'nmae'],
  ['the first 50 characters of a long name', `${'a'.repeat(50)}b`, 'a'.repeat(50)],
])('describes an unknown placeholder by %s, with all that are known', (_what, name, shown) => {
  expect(unknownPlaceholder(`Dear {{field.name}}, {{date}} {{${name}}}`, ['date', 'form'])).toBe(
    `has the unknown placeholder {{${shown}}} (known are {{date}}, {{form}}, {{field.NAME}})`,
  );
});

test.each(['', '{{date}}', '{{ field.any name }}', 'unknown'])('%j has no unknown placeholder', (text) => {
  expect(unknownPlaceholder(text, ['date'])).toBeUndefined();
});
