import { describe, expect, test } from '@jest/globals';
import { checkRegion, REGIONS, REGIONS_WITHOUT_BUDGETS } from '../../../infra/regions.ts';
import { RESTORED_STREAM } from '../../support/settings.ts';

describe('a region', () => {
  test.each(REGIONS)('%s is accepted', (region) => {
    expect(() => checkRegion(region, { monthlyBudgetUsd: undefined })).not.toThrow();
  });

  test.each(['eu-south-2', 'us-gov-west-1', 'cn-north-1', 'mx-central-1', 'ap-east-1', 'nowhere'])(
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
      const check = () => checkRegion(region, { monthlyBudgetUsd: 20 });
      if (REGIONS_WITHOUT_BUDGETS.includes(region))
        expect(check).toThrow(`monthlyBudgetUsd cannot be set in ${region}`);
      else expect(check).not.toThrow();
    }
    expect(REGIONS).toEqual(expect.arrayContaining(REGIONS_WITHOUT_BUDGETS));
  });
});
