import fc from 'fast-check';
import { anyJson, asJson, objectOf } from './json.ts';
import { anyText } from './text.ts';

/** A body with its type; `data` must be returned once it is accepted. */
export interface FuzzBody {
  type: string;
  bytes: Buffer;
  data?: unknown;
}

export const submissionData = objectOf(anyJson).map(asJson) as fc.Arbitrary<object>;

const jsonBody = submissionData.map(
  (data): FuzzBody => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(data)), data }),
);

const formFields = fc
  .array(fc.tuple(anyText, anyText), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()]));

function collected(pairs: [string, string][]): object {
  const names = [...new Set(pairs.map(([name]) => name))];
  const valuesOf = (name: string) => pairs.filter(([other]) => other === name).map(([, value]) => value);
  return Object.fromEntries(
    names.map((name) => [name, valuesOf(name).length === 1 ? valuesOf(name)[0] : valuesOf(name)]),
  );
}

export const urlEncoded = (pairs: [string, string][]): FuzzBody => ({
  type: 'application/x-www-form-urlencoded',
  bytes: Buffer.from(new URLSearchParams(pairs).toString()),
  data: collected(pairs),
});

const urlEncodedBody = formFields.filter((pairs) => pairs.length > 0).map(urlEncoded);

/**
 * Boundaries of RFC 2046. None is in a value: Node.js 20 ends a value at the boundary's text even without its hyphens.
 */
const boundary = fc.constantFrom('----WebKitFormBoundary7MA4', 'AaB03x', "'()+_,-./:=?", 'y'.repeat(70));

/** As browsers write it: quotes and line ends in names are percent-encoded, line ends in values are CRLF. */
export const multipart = ([pairs, mark]: [[string, string][], string]): FuzzBody => {
  const clean = pairs.map(([name, value]): [string, string] => [name, value.replace(/\r\n?|\n/g, '\r\n')]);
  const escaped = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
  const parts = clean.map(
    ([name, value]) => `--${mark}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`,
  );
  const bytes = Buffer.from(`${parts.join('')}--${mark}--\r\n`);
  return { type: `multipart/form-data; boundary="${mark}"`, bytes, data: collected(clean) };
};

const multipartBody = fc.tuple(formFields, boundary).map(multipart);

export const formBody = fc.oneof(jsonBody, urlEncodedBody, multipartBody);

const TYPES = [
  'application/json',
  'APPLICATION/JSON; charset=UTF-8',
  'application/json; charset=utf-16',
  'application/json; charset=""',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary="b"; boundary=c',
  'text/plain',
  'application/problem+json',
  'application/json, application/json',
  '/',
  '',
];

export const anyType = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TYPES) },
  { weight: 1, arbitrary: fc.string() },
);

const HEAD = '--b\r\nContent-Disposition: form-data; ';
const ODD_BODIES = [
  `${HEAD}name="a"\r\n\r\nv`,
  `${HEAD}name="a"\r\n\r\nv\r\n--b`,
  `${HEAD}\r\n\r\nv\r\n--b--\r\n`,
  `${HEAD}name="a"; filename="x.txt"\r\n\r\nv\r\n--b--\r\n`,
  `${HEAD}name="a"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n`,
  `${HEAD}name="__proto__"\r\n\r\nv\r\n--b--\r\n`,
  `${HEAD}name="a"\nX: y\r\n\r\nv\r\n--b--\r\n`,
  `${HEAD}name="\xff"\r\n\r\n\xfe\r\n--b--\r\n`,
  '--b--\r\n',
  '--b',
  '\r\n--b\r\n\r\n--b--\r\n',
  'a=%ff&b=%c0%80',
  'a=1&a=2&a=3',
  '__proto__=1&constructor=2&__proto__=3',
  `${'a=1&'.repeat(20_000)}`,
  Array.from({ length: 300 }, (_, i) => `f${i}=`).join('&'),
  '\x1f\x8b\x08\x00',
  '\xef\xbb\xbf{"a":1}',
  '{"a":"\xff"}',
  '{"a":"\xed\xa0\x80"}',
];

export const anyBytes = fc.oneof(
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_BODIES).map((text) => Buffer.from(text, 'latin1')) },
  { weight: 2, arbitrary: anyText.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: anyJson.map((value) => Buffer.from(JSON.stringify(value))) },
);

export const damaged = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom('cut', 'flip', 'insert', 'double'), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255))
    .map(([how, share, byte]) => {
      const at = Math.floor(share * bytes.length);
      if (how === 'cut') return bytes.subarray(0, at);
      if (how === 'double') return Buffer.concat([bytes, bytes]);
      const rest = bytes.subarray(how === 'flip' ? at + 1 : at);
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), rest]);
    });
