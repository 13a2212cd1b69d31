import { expect, test } from '@jest/globals';
import { asciiAddress } from '../../../shared/contract/emailAddress.ts';
import { isWebAddress } from '../../../shared/contract/webAddress.ts';

/** By then the engine has optimized what it calls: `URL.canParse` of Node.js 20 then refuses what it took before. */
const CALLS = 20_000;

test('addresses with letters such as ü are taken however many came before', () => {
  const refused = Array.from({ length: CALLS }, (_, call) => call).filter(
    (call) =>
      !isWebAddress(`https://bücher.example/${call}`) ||
      asciiAddress('ada@bücher.example') !== 'ada@xn--bcher-kva.example',
  );
  expect(refused).toEqual([]);
});
