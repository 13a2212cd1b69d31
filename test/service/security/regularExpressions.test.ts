import { describe, expect, test } from '@jest/globals';
import { isSafePattern } from 'redos-detector';
import type * as z from 'zod/mini';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { functionFiles, nameOf, sourceFiles, syntaxNodesOf } from './support/source.ts';

/** Code that processes untrusted input: functions, and the browser's. */
const FILES = [...functionFiles(), ...sourceFiles('site/assets', 'site/app')];

interface Pattern {
  file: string;
  pattern: string;
  flags: string;
}

const LITERALS: Pattern[] = [];
/** Files that make patterns of text. */
const MAKERS = new Set<string>();
for (const file of FILES) {
  for (const { type, callee, pattern, flags } of syntaxNodesOf(file)) {
    if (type === 'RegExpLiteral') LITERALS.push({ file, pattern: String(pattern), flags: String(flags ?? '') });
    if ((type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp') MAKERS.add(file);
  }
}

/** Every pattern in the operations' schemas, including zod's own. */
const OF_SCHEMAS: Pattern[] = [
  ...new Set(
    OPERATIONS.flatMap(({ params, query, body, response }) =>
      [params, query, body, response].flatMap((schema) => patternsIn(schema)),
    ),
  ),
].map(({ source, flags }) => ({ file: 'schemas', pattern: source, flags }));

function patternsIn(schema: unknown, seen = new Set<unknown>()): RegExp[] {
  if (schema instanceof RegExp) return [schema];
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { def } = (schema as Partial<z.ZodMiniType>)._zod ?? {};
  return Object.values(def ?? schema).flatMap((part) => patternsIn(part, seen));
}

/** Patterns that the detector gives up on. Their repetitions exclude each other or are limited, and nothing follows them. */
const LINEAR = [String.raw`\d(?:[ \-./()',_]{0,4}\d){5,}`, '<(?:!doctype|html|head'];

const isSafe = ({ pattern, flags }: Pattern) =>
  isSafePattern(pattern, {
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    unicode: flags.includes('u'),
  });

describe('API4:2023 Unrestricted Resource Consumption › regular expressions', () => {
  test('are all found, in literals and schemas', () => {
    expect(LITERALS.length).toBeGreaterThan(20);
    expect(new Set(LITERALS.map(({ file }) => file)).size).toBeGreaterThan(10);
    expect(OF_SCHEMAS.length).toBeGreaterThan(2);
  });

  test('are not built from strings, except where patterns run in linear time', () => {
    // Patterns of fields: the engine only validates them, and matches single characters.
    expect([...MAKERS]).toEqual([
      'shared/fields/pattern/characters.ts',
      'shared/fields/pattern/syntax.ts',
      // One class of characters.
      'shared/pageIndex/searchedText.ts',
      'site/app/fields/rulesFromHtml.ts',
    ]);
  });

  test.each([...LITERALS, ...OF_SCHEMAS].filter(({ pattern }) => !LINEAR.some((start) => pattern.startsWith(start))))(
    'take at most linear time: $file /$pattern/$flags',
    (found) => {
      const { safe, score, error } = isSafe(found);
      expect({ safe, infinite: score.infinite, error }).toEqual({ safe: true, infinite: false, error: null });
    },
  );

  test.each(['^(a+)+$', 'a*a*b', '\\s+$', '^(.*)=(.*)=x$'])('differ from the dangerous /%s/', (pattern) => {
    expect(isSafe({ file: '', pattern, flags: '' }).safe).toBe(false);
  });
});
