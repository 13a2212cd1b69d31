import { describe, expect, test } from '@jest/globals';
import { checkRegion, REGIONS, REGIONS_WITHOUT_BUDGETS } from '../../../infra/regions.ts';
import { RESTORED_STREAM } from '../../support/settings.ts';

describe('a region', () => {
  test.each(['eu-south-2', 'cn-north-1', 'nowhere'])(
    '%s is rejected; the message lists supported regions',
    (region) => {
      expect(() => checkRegion(region, { monthlyBudgetUsd: undefined })).toThrow(
        new RegExp(
          `^The stack cannot be deployed in ${region}: .+\nIt can be deployed in af-south-1, .+, us-west-2\\.`,
        ),
      );
    },
  );

  test('without AWS Budgets is rejected with a budget, and accepted without one', () => {
    for (const region of REGIONS) {
      expect(() => checkRegion(region, { monthlyBudgetUsd: undefined })).not.toThrow();
      const check = () => checkRegion(region, { monthlyBudgetUsd: 20 });
      if (REGIONS_WITHOUT_BUDGETS.includes(region))
        expect(check).toThrow(`monthlyBudgetUsd cannot be set in ${region}`);
      else expect(check).not.toThrow();
    }
    expect(REGIONS).toEqual(expect.arrayContaining(REGIONS_WITHOUT_BUDGETS));
  });
});

test.each([
  ['us-east-1', undefined, 'us-east-1'],
  ['us-east-1', '123456789012', 'us-east-1 of the account 123456789012'],
  ['eu-central-1', '999999999999', 'eu-central-1 of the account 999999999999'],
])('a restored table elsewhere is refused in %s, account %s', (region, account, place) => {
  const settings = { monthlyBudgetUsd: undefined, tableStreamArn: RESTORED_STREAM };
  expect(() => checkRegion(region, settings, account)).toThrow(`tableStreamArn must be in ${place}`);
  expect(() => checkRegion('eu-central-1', settings, '123456789012')).not.toThrow();
});
