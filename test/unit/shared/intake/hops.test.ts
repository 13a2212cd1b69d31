import { describe, expect, test } from '@jest/globals';
import { HOPS_MAX } from '../../../../shared/contract/limits.ts';
import { hopsOf } from '../../../../shared/intake/hops.ts';

describe('hopsOf', () => {
  test.each([
    [undefined, 0],
    ['0', 0],
    ['1', 1],
    ['2', HOPS_MAX],
    ['3', HOPS_MAX],
    ['9', HOPS_MAX],
  ])('reads %j as %i', (header, hops) => {
    expect(hopsOf(header)).toBe(hops);
  });

  test.each(['10', '9'.repeat(400), '01', '+1', '-1', '1.0', '1e0', '0x1', '1, 1', '', ' ', '1\n', '١', 'many', 'NaN'])(
    'takes %j, which no delivery has, for the most there are',
    (header) => {
      expect(hopsOf(header)).toBe(HOPS_MAX);
    },
  );
});
