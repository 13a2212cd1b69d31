import fc from 'fast-check';

const SAFE = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@"];

function percentEncoded(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded;
}

const percent = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => percentEncoded(String.fromCodePoint(code)));

/** Text of characters that are allowed there, or percent-encoded. */
function part(...allowed: string[]): fc.Arbitrary<string> {
  const safe = fc.constantFrom(...SAFE, ...allowed);
  return fc
    .array(fc.oneof({ weight: 10, arbitrary: safe }, { weight: 1, arbitrary: percent }))
    .map((all) => all.join(''));
}

const optional = (sign: string): fc.Arbitrary<string> =>
  fc.option(
    part('/', '?').map((text) => sign + text),
    { nil: '' },
  );

/** Like fast-check's `webUrl`, which first lists all of Unicode: most of a second. */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(part()), optional('?'), optional('#'))
  .map(([scheme, authority, path, query, fragment]) =>
    [`${scheme}://${authority}`, ...path].join('/').concat(query, fragment),
  );
