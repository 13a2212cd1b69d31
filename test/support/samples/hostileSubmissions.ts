import fc from 'fast-check';
import type { SubmissionData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { anyCharacter } from './anyCharacter.ts';

export const HOSTILE_TEXTS = [
  '@everyone @here @channel @all @ada',
  '<!channel> <!here> <@U123> <#C123> <!subteam^S1>',
  '<@123> <@&456> <#789> <users/all>',
  '<at>Everyone</at> {{DATE(2026-01-01T00:00:00Z,SHORT)}}',
  '[click](https://evil.example) <https://evil.example|click> ![x](https://evil.example/x.png)',
  '# heading\n## heading\n> quote\n- list\n1. list\n```\ncode\n```\n    indented\ntext\n===\ntext\n---',
  '*bold* _it_ ~strike~ `code` ||spoiler|| __u__ :smile: ~town-square #tag',
  '<b>x</b><br><script>alert(1)</script>&lt;&amp;&#60;',
  '=IMPORTXML("https://evil.example") +1 -1 @SUM(A1)',
  '"}],"text":"<!channel>","x":[{"a":"',
  '{{form}} {{field.email}} {{fields}}',
  'invoice\u202egnp.exe \u2066x\u2069 \u200f\u0000\u0007\u001b[31m',
  '\ud800 half \udc00',
  '\u200b',
  '   ',
  '',
  'https://example.com/a_b_c?x=1&y=2',
  '👩🏽‍🚀 Zoë مرحبا',
  'ada@example.com\r\nBcc: everybody@example.com',
];

const Text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...HOSTILE_TEXTS.filter(Boolean), 'word ', '&', '<', '\n', '"', 'é', '😀'), fc.nat(4_000))
      .map(([piece, times]) => piece.repeat(Math.ceil(times / piece.length))),
  },
);
const Value = fc.oneof(
  { weight: 5, arbitrary: Text },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6, stringUnit: anyCharacter }) as fc.Arbitrary<unknown> },
);
const Some = fc.array(
  fc.tuple(
    Text.map((text) => text.slice(0, 300)),
    Value,
  ),
  { maxLength: 12 },
);
const Many = fc
  .tuple(
    fc.constantFrom(...HOSTILE_TEXTS),
    Text.map((text) => text.slice(0, 200)),
  )
  .map(([name, text]) => Array.from({ length: 200 }, (_, place): [string, unknown] => [`${name}${place}`, text]));
const Long = Text.map((text): [string, unknown][] => [
  ['long', `${text} `.repeat(Math.ceil(49_000 / (text.length + 1)))],
]);

/** Anything that a form may send: up to 50 kB in a value, up to 200 fields, hostile names and values. */
export const anyHostileSubmission: fc.Arbitrary<SubmissionData> = fc
  .oneof({ weight: 20, arbitrary: Some }, { weight: 2, arbitrary: Many }, { weight: 1, arbitrary: Long })
  .map((entries) => Object.fromEntries(entries));
