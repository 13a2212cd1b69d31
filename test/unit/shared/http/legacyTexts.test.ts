import { expect, test } from '@jest/globals';
import { decodeLegacyTexts } from '../../../../shared/http/legacyTexts.ts';

test('restores at most 25,000 references, more than a submission can hold', () => {
  const { texts } = decodeLegacyTexts([Buffer.from('&#9731;'.repeat(25_001))], { charsetField: 'windows-1252' });
  expect(texts).toEqual([`${'☃'.repeat(25_000)}&#9731;`]);
});

test.each(['&#1114112;', '&#55296;', '&#65;', '&#9731', '&#x2603;'])('keeps %s, which no browser writes', (text) => {
  expect(decodeLegacyTexts([Buffer.from(text)], { charsetField: 'windows-1252' }).texts).toEqual([text]);
});

test('tries each encoding once, however many languages name it', () => {
  const acceptLanguage = Array.from({ length: 100 }, (_, i) => `ja-${i}`).join();
  expect(decodeLegacyTexts([Buffer.from([0x41, 0xa0])], { acceptLanguage })).toEqual({
    texts: ['A\u00a0'],
    charset: 'windows-1252',
  });
});
