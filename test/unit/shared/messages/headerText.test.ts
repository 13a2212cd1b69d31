import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressParser, decodeWords } from 'postal-mime';
import { readMailAddress, shownMailAddress } from '../../../../local/aws/mailAddress.ts';
import { displayName, encodedWords, mailbox } from '../../../../shared/messages/headerText.ts';
import { anyCharacter } from '../../../support/samples/anyCharacter.ts';

const ADDRESS = 'ada@example.com';

test.each([
  ['Ada Lovelace', `"Ada Lovelace" <${ADDRESS}>`],
  ['Ada "the \\ first", Lovelace', `"Ada \\"the \\\\ first\\", Lovelace" <${ADDRESS}>`],
  ['Zoë', `=?UTF-8?B?Wm/Dqw==?= <${ADDRESS}>`],
  ['=?utf-8?B?eA==?=', `"= ?utf-8?B?eA== ?=" <${ADDRESS}>`],
  ['Ada\r\nBcc: bob', `"Ada Bcc: bob" <${ADDRESS}>`],
  ['boss@example.com', ADDRESS],
  ['\u202e\u0000', ADDRESS],
  ['', ADDRESS],
])('writes the name %p', (name, expected) => {
  expect(mailbox(ADDRESS, name)).toBe(expected);
});

test('writes one ASCII line with the same address for any name, which mail programs and the local mailbox read back', () => {
  const Piece = fc.oneof(
    anyCharacter,
    fc.constantFrom('=?utf-8?Q?=40?=', '"', '\\', '<', '>', ',', ';', ':', '\r\n', ' '),
  );
  fc.assert(
    fc.property(fc.array(Piece, { maxLength: 80 }), (pieces) => {
      const name = pieces.join('');
      const header = mailbox(ADDRESS, name);
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      expect(header.length).toBeLessThanOrEqual(320);
      const shown = displayName(name).toWellFormed().replaceAll('=?', '= ?');
      const read = readMailAddress(header);
      expect(read.address).toBe(ADDRESS);
      expect(read.name.endsWith('…') ? shown.startsWith(read.name.slice(0, -1)) : read.name === shown).toBe(true);
      expect(addressParser(header).map(({ address }) => address)).toEqual([ADDRESS]);
    }),
    { numRuns: 500 },
  );
});

test.each<[string, string, string, string]>([
  ['emoji', '😀'.repeat(64), ADDRESS, '😀'.repeat(38)],
  ['Japanese', '名'.repeat(64), ADDRESS, '名'.repeat(51)],
  ['quotes', '"'.repeat(64), `${'a'.repeat(64)}@${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(60)}.com`, ''],
])('shortens a name of %s, because SES rejects addresses of more than 320 bytes', (_what, name, address, start) => {
  const header = mailbox(address, name);
  expect(header.length).toBeLessThanOrEqual(320);
  expect(readMailAddress(header)).toEqual({ name: expect.stringContaining(start), address });
});

test('encodes words of at most 75 characters, without splitting a character', () => {
  const text = '😀'.repeat(25);
  const words = encodedWords(text).split(' ');
  for (const word of words) expect(word.length).toBeLessThanOrEqual(75);
  expect(words.map((word) => decodeWords(word)).join('')).toBe(text);
});

test('is shown decoded by the local mailbox', () => {
  expect(shownMailAddress(mailbox(ADDRESS, 'Zoë 日本語 and more'))).toBe(`Zoë 日本語 and more <${ADDRESS}>`);
  for (const text of [ADDRESS, '']) expect(shownMailAddress(text)).toBe(text);
});
