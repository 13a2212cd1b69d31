import { describe, expect, test } from '@jest/globals';
import { mailtoOf, piecesOf } from '../../../../../site/app/inbox/links.ts';

const linksIn = (text: string): (string | undefined)[] =>
  piecesOf(text)
    .map(({ href }) => href)
    .filter((href) => href !== undefined);

describe('URLs in a text', () => {
  test('become links without the punctuation after them, and nothing of the text is lost', () => {
    const text = 'See https://example.com/a?b=1. (Or http://example.org/x) and write to ada@example.com, please!';
    expect(linksIn(text)).toEqual(['https://example.com/a?b=1', 'http://example.org/x', 'mailto:ada@example.com']);
    expect(piecesOf(text).map((piece) => piece.text)).toContain('ada@example.com');
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'https://user@evil.example/',
    'http://',
    'a@b',
    'ada@localhost',
    '@example.com',
  ])('%s does not become a link', (text) => {
    expect(linksIn(text)).toEqual([]);
  });

  test('end at characters that could close an attribute', () => {
    expect(linksIn('https://example.com/"onclick="alert(1)')).toEqual(['https://example.com/']);
  });

  test.each([
    'a'.repeat(50_000),
    '@'.repeat(50_000),
    'https://'.repeat(6_000),
    'a@'.repeat(25_000),
    'a@b.'.repeat(12_500),
  ])('are found in linear time in a hostile text (%#)', (text) => {
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});

test('a reply address cannot add headers to the mail', () => {
  expect(mailtoOf('a?bcc=x&c#d@example.com', 'Contact & more')).toBe(
    'mailto:a%3Fbcc%3Dx%26c%23d@example.com?subject=Re%3A%20Contact%20%26%20more',
  );
});
