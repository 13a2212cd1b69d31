import { describe, expect, test } from '@jest/globals';
import { countryName } from '../../../../shared/http/countryName.ts';

describe('countryName', () => {
  test.each([
    ['ES', 'Spain'],
    ['CI', 'Côte d’Ivoire'],
  ])('%s is %s', (code, name) => {
    expect(countryName(code)).toBe(name);
  });

  test.each([undefined, '', 'es', 'E', 'ESP', 'E1', '12', 'ZZ', 'QQ', ' ES', 'ES\n', '../', '127.0.0.1'])(
    '%p is Unknown',
    (code) => {
      expect(countryName(code)).toBe('Unknown');
    },
  );
});
