import fc from 'fast-check';
import { SUBMISSION_DEPTH_MAX } from '../../../../shared/contract/limits.ts';
import { anyText } from './text.ts';

export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: SUBMISSION_DEPTH_MAX - 1, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 1e21, 2 ** 53, Number.MAX_VALUE, 5e-324),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      anyText,
    ),
    fc.array(tie('value'), { maxLength: 5 }),
    objectOf(tie('value')),
  ),
})).value;

/** An object with any names; `__proto__` becomes an own property. */
export function objectOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc.array(fc.tuple(anyText, value), { maxLength: 6 }).map((entries) => Object.fromEntries(entries));
}

/** The result of JSON.stringify, which writes negative zero as zero. */
export const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Unusual JSON that JSON.stringify never writes, derived from an object's text. */
const REWRITES: ((json: string, extra: string) => string)[] = [
  (json) => `\ufeff${json}`,
  (json) => ` \t\r\n${json}\n `,
  (json) => json.slice(0, -1),
  (json) => json.slice(0, Math.floor(json.length / 2)),
  (json) => `${json}${json}`,
  (json) => `[${json}]`,
  (json) => json.replace('{', '{"__proto__":{"isEnabled":false},'),
  (json) => json.replace('{', '{"constructor":{"prototype":{"x":1}},"id":"enp_1","workspaceId":"ws_1",'),
  (json) => json.replace('{', `{${JSON.stringify(extra(json))}:1e999,`),
  (json) => json.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  (json) => json.replaceAll('"', "'"),
  (json) => `${json.slice(0, -1)},}`,
  (json, text) => json.replace('{', `{"slug":${JSON.stringify(text)},"slug":${JSON.stringify(text)},`),
  (json, text) => json.replace('{', `{${JSON.stringify(text)}:${'['.repeat(30)}${']'.repeat(30)},`),
  () => '['.repeat(20_000),
  () => `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  () => `{"targetEmails":[${'1,'.repeat(20_000)}1],"slug":"abcd"}`,
  () => `{${Array.from({ length: 300 }, (_, i) => `"f${i}":${i}`).join()}}`,
  () => `{"data":"${'x'.repeat(50_001)}"}`,
  () => `{"data":"${'\u00e9'.repeat(300_000)}"}`,
  () => 'null',
  () => '"text"',
  () => '-0',
  () => '',
];

const extra = (json: string): string => (json.length % 2 === 0 ? 'extra' : 'page');

export const rewritten = (json: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(REWRITES.length - 1), anyText).map(([i, text]) => REWRITES[i]?.(json, text) ?? json);
