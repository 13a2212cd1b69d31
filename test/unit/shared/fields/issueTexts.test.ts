import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { issueText } from '../../../../shared/fields/issueTexts.ts';

test.each([
  ['tooShort', 'en', 1, 'Enter at least 1 character.'],
  ['tooShort', 'en', 2, 'Enter at least 2 characters.'],
  ['tooLong', 'es', 1, 'Escriba como máximo 1 carácter.'],
  ['tooLong', 'fr', 1, 'Saisissez au plus 1 caractère.'],
  ['tooShort', 'pt', 1, 'Escreva pelo menos 1 caractere.'],
  ['tooLong', 'de', 1, 'Kürzen Sie dies auf höchstens 1 Zeichen.'],
  ['tooShort', 'ar', 11, 'يُرجى ألا يقل عدد الأحرف عن \u206811\u2069.'],
  ['tooEarly', 'en', '2026-12-31', 'Choose 2026-12-31 or later.'],
] as const)('%s in %s with %s', (name, language, n, expected) => {
  expect(issueText(name, language, n)).toBe(expected);
});

test.each([
  'shared/fields/issueTexts.ts',
  'shared/fields/page/pageTexts.ts',
  'shared/deliveries/channels/confirmation/footerTexts.ts',
  ...['formPages', 'forms', 'mailPages'].flatMap((folder) =>
    readdirSync(`site/${folder}`)
      .filter((name) => name.endsWith('Texts.ts'))
      .map((name) => `site/${folder}/${name}`),
  ),
])('%s uses Brazilian Portuguese', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/ficheiro|ligaç|Introduza/);
});
