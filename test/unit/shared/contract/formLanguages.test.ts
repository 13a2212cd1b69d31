import { expect, test } from '@jest/globals';
import { knownLanguage } from '../../../../shared/contract/formLanguages.ts';
import { inLanguageOf } from '../../../../shared/contract/formPages.ts';

test.each([
  [['de'], 'de'],
  [['DE-at'], 'de'],
  [['de_AT'], 'de'],
  [['de', 'fr'], 'de'],
  [['xx'], undefined],
  [['deu'], undefined],
  [['constructor'], undefined],
  [['de/../x'], undefined],
  [[''], undefined],
  [undefined, undefined],
])('lang=%j: pages, errors and mails are in %j', (lang, language) => {
  expect(knownLanguage(lang?.length === 1 ? lang[0] : lang)).toBe(language);
  expect(inLanguageOf('/thank-you', lang ? { lang } : null)).toBe(`/thank-you${language ? `#${language}` : ''}`);
});
