import fc from 'fast-check';
import { anyCharacter } from '../../../support/samples/anyCharacter.ts';
import { MARK, plantedEmail } from '../../../support/samples/plantedTexts.ts';

const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000bcd',
  '\r\nX-Injected: yes',
  '\ud800',
  'form\udfff',
  '\ufeff',
  '\ufffd',
  '\u202eabcd',
  '🎉🎉🎉🎉',
  'e\u0301'.repeat(4),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '1e999',
  '-1',
  '0',
  '9007199254740993',
  '9'.repeat(400),
  '../../etc/passwd',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '{{7*7}}',
  '$context.extendedRequestId',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  'ENP#x',
  'SUB#x',
  'a#b',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(2_049),
] as const;

/** Texts that the log is searched for. */
const marked = fc.oneof(
  fc.string({ maxLength: 8 }).map((text) => `${MARK}${text}`),
  fc.constant(plantedEmail()),
);

const anyUnits = fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units));

export const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string() },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter }) },
  { weight: 1, arbitrary: anyUnits },
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: marked },
);

/** Text of bytes, as in headers and paths. */
export const anyBytesText = fc.oneof(
  fc.string({ unit: 'binary-ascii' }),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.oneof(fc.constantFrom(...NASTY), marked).map((text) => Buffer.from(text).toString('latin1')),
);

/** Bytes allowed in a header or a request line: no line ends, no NUL. */
export const lineText = anyBytesText.map((text) => text.replace(/[\r\n\0]/g, ''));

export const headerText = lineText.map((text) => text.replace(/[^ -~\u0080-\u00ff]/g, ''));
