import { describe, expect, test } from '@jest/globals';

const sentence = (words: number) => `needle ${Array.from({ length: words }, (_, place) => `word${place}`).join(' ')}`;
const texts = [sentence(3), sentence(60), `${sentence(40).slice(7)} needle and more`, 'needle'];

Object.assign(globalThis, {
  PARTS: texts.map((text, place) => ({ url: `/${place}`, page: 'Page', section: 'Guide', heading: '', text })),
});
// @ts-expect-error: a script without types
const { search } = await import('../../../../site/assets/search.js');

const excerpt = (place: number): string =>
  search('needle').results.find(({ url }: { url: string }) => url === `/${place}`).excerpt;

describe("the site's search", () => {
  test('shows a short text to its last word', () => {
    expect(excerpt(0)).toBe('needle word0 word1 word2');
    expect(excerpt(3)).toBe('needle');
  });

  test('cuts a long text after a whole word', () => {
    const shown = excerpt(1);
    expect(shown.endsWith(' …')).toBe(true);
    const words = shown.slice(0, -2);
    expect(texts[1]?.startsWith(`${words} `)).toBe(true);
    expect(words.length).toBeGreaterThan(140 - ' word99'.length);
    expect(words.length).toBeLessThanOrEqual(140);
  });

  test('shows the end of a text around its last word', () => {
    expect(excerpt(2).endsWith('needle and more')).toBe(true);
  });
});
