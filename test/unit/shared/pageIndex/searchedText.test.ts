import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchedTerm, searchedText } from '../../../../shared/pageIndex/searchedText.ts';
import { hashesOf } from '../../../../shared/pageIndex/wordFilter.ts';
import { foldTerms, matchesTerms } from '../../../../shared/search/terms.ts';
import { anyCharacter } from '../../../support/samples/anyCharacter.ts';

const finds = (term: string, text: string) => {
  const searched = searchedText({ data: { text } });
  const found = searched.includes(searchedTerm(term));
  const hashes = new Set(hashesOf(searched));
  // A filter that excludes a match would hide it.
  if (found) expect(hashesOf(searchedTerm(term)).filter((hash) => !hashes.has(hash))).toEqual([]);
  return found;
};

describe('a search finds', () => {
  test.each([
    ['typographic apostrophes', "don't", 'I don’t know'],
    ['straight apostrophes', 'don’t', "I don't know"],
    ['accents for apostrophes', "l'eau", 'l´eau'],
    ['backticks for apostrophes', "l'eau", 'l`eau'],
    ['modifier letters', "Hawai'i", 'Hawaiʻi'],
    ['the Hebrew geresh', "צ'יפס", 'צ׳יפס'],
    ['primes', `6'2"`, '6′2″'],
    ['English quotes', 'the "best" one', 'the “best” one'],
    ['German quotes', 'das "Beste"', 'das „Beste“'],
    ['French quotes', '"mieux"', '«mieux»'],
    ['single guillemets', "'mieux'", '‹mieux›'],
    ['en dashes', '2020-2021', '2020–2021'],
    ['em dashes', 'yes -- no', 'yes — no'],
    ['plain dashes by typographic ones', 'yes—no', 'yes-no'],
    ['non-breaking hyphens', 'e-mail', 'e‑mail'],
    ['minus signs', '-5', '−5'],
    ['the Hebrew maqaf', 'תל-אביב', 'תל־אביב'],
    ['ellipses', 'wait...', 'wait…'],
    ['plain dots by an ellipsis', 'wait…', 'wait...'],
    ['ellipses of more dots', 'wait…', 'wait......'],
    ['fractions', '1/2 kg', '½ kg'],
    ['wave dashes', '10~12', '10〜12'],
    ['Persian yeh and kaf by Arabic ones', 'كيك', 'کیک'],
    ['Arabic yeh and kaf by Persian ones', 'علی', 'علي'],
    ['alef maksura', 'علي', 'على'],
    ['teh marbuta', 'فاطمه', 'فاطمة'],
    ['alefs with hamza and madda', 'احمد الان', 'أحمد الآن'],
    ['alef wasla', 'الله', 'ٱلله'],
    ['Urdu heh', 'ہے', 'هے'],
    ['Persian text without its joiner', 'میخواهم', 'می‌خواهم'],
    ['phrases across line breaks', 'call me back', 'Please call\r\nme\nback'],
    ['phrases across double blanks', 'call me', 'call  me'],
    ['phrases across blanks that do not break', 'call me', 'call\u00a0me'],
    ['double blanks in the search', 'call   me', 'call me'],
    ['numbers with blanks', '0301234567', '030 123 45 67'],
    ['numbers with all kinds of signs', '0301234567', '(030) 123-45/67'],
    ['numbers with signs by others', '030/1234567', '030 - 123 45 67'],
    ['numbers with a country code', '+49 30 1234567', '+49 (0)30 1234567'],
    ['numbers with a country code and 00', '0049 30 1234567', '+49-30-1234567'],
    ['numbers by their national form', '030 1234567', '+49 30 1234567'],
    ['numbers in brackets by their national form', '(030) 1234567', '+49 (0)30 1234567'],
    ['a part of a number', '1234567', '+49 30 123 45 67'],
    ['thousands', '1234567', '1,234,567.00 EUR'],
    ['Swiss thousands', '1234567', '1’234’567'],
    ['German thousands', '1,234,567', '1.234.567'],
    ['IBANs', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['IBANs with blanks', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['dates', '20261128', '2026-11-28'],
    ['Arabic digits', '0501234567', '٠٥٠١٢٣٤٥٦٧'],
    ['Persian digits', '0912345678', '۰۹۱۲۳۴۵۶۷۸'],
    ['Devanagari digits', '123', '१२३'],
    ['full-width digits', '0312345678', '０３-１２３４-５６７８'],
    ['numbers within a phrase', 'order 123456 from', 'Order 123-456 from Ada'],
    ['parts of a number with a blank', '23 45', '123 456'],
  ])('%s', (_what, term, text) => {
    expect(finds(term, text)).toBe(true);
  });

  test.each([
    ['words across two fields', 'one two', { a: 'one', b: 'two' }],
    ['short numbers in other notations', '1-2-3', { a: '123' }],
    ['numbers across two values', '123456', { a: ['123', '456'] }],
    ['other letters', 'دار', { a: 'ذار' }],
  ])('no %s', (_what, term, data) => {
    expect(searchedText({ data }).includes(searchedTerm(term))).toBe(false);
  });

  test('names of files, also by their fields', () => {
    const submission = { data: { name: 'Ada' }, files: [{ field: 'CV', name: 'Lebenslauf_Müller 2026.pdf' }] };
    const found = (field: string | undefined, text: string) =>
      matchesTerms(submission, foldTerms([{ text, ...(field !== undefined && { field }) }]));
    expect([found(undefined, 'lebenslauf_mu\u0308ller'), found('cv', '2026.pdf'), found('name', '2026.pdf')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('each part of a text', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(...'0123456789 -./()_+a\n'), minLength: 6 }),
      fc.string({ unit: fc.constantFrom(...'٠١٢٣۴۵۶。 –—“”’…'), minLength: 6 }),
    );
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
        const graphemes = [...new Intl.Segmenter('en').segment(whole.replaceAll('(0)', ''))].map(
          ({ segment }) => segment,
        );
        const start = from % (graphemes.length + 1);
        const part = graphemes.slice(start, start + 1 + (length % 12)).join('');
        expect([graphemes.join(''), part, finds(part, graphemes.join(''))]).toEqual([graphemes.join(''), part, true]);
      }),
      { numRuns: 500 },
    );
  });
});
