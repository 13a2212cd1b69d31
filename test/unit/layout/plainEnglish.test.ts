import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const FOLDERS = ['shared', 'lambdas', 'infra', 'local', 'site', 'test', 'docs'];

/** Phrases that a native engineer would not write. */
const PHRASES = `
  whoever, whatever, comes? again, so many at, told of, leads nowhere, (?:is|are) to be, anew, signs along,
  go(?:es)? on, of (?:its|their) own accord, none of it, as (?:it|they) may, to and fro, in silence,
  not there any more, stands? beside, comes? to nothing, is said first, without what, that nobody has, by the clock,
  hears? of, in vain, at the most, sees? to, called spam, came back, brought about, of one's own, has to say,
  what became of, what is no, where there (?:is|are) none, for ever, be it, handed on, brought again, https? address`
  .trim()
  .split(/,\s+/);
const SYMPTOM = new RegExp(`\\b(?:${PHRASES.join('|')})\\b`, 'gi');

/** The phrases in the comments and strings of a source file, with the text around each. */
function symptomsIn(source: string): string[] {
  const commentsOnOneLine = source.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]*/g, ' ');
  return commentsOnOneLine.split('\n').flatMap((line) => {
    return [...line.matchAll(SYMPTOM)].map(({ index }) => line.slice(Math.max(0, index - 40), index + 60).trim());
  });
}

test.each(FOLDERS)('%s is written in plain English', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|md)$/.test(name))
    .filter((name) => name !== 'unit/layout/plainEnglish.test.ts');
  expect(files).not.toEqual([]);
  const found = files.flatMap((file) =>
    symptomsIn(readFileSync(join(folder, file), 'utf8')).map((symptom) => `${file}: ${symptom}`),
  );
  expect(found).toEqual([]);
});

describe('a phrase is found', () => {
  test.each([
    ['in a docstring', '/** Whoever calls. */\n', 'Whoever'],
    ['across the lines of a docstring', '/**\n * A message that comes\n * again.\n */\n', 'comes again'],
    ['across the lines of a comment', '  // It is\n  // to be sent.\n', 'is to be'],
    ['in a string', "const TEXT = 'The search goes on.';\n", 'goes on'],
  ])('%s', (_where, source, phrase) => {
    expect(symptomsIn(source)).toEqual([expect.stringContaining(phrase)]);
  });
});
