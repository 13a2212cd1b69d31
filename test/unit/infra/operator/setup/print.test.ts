import { afterEach, expect, jest, test } from '@jest/globals';
import { PRINTING } from '../../../../../infra/operator/setup/print.ts';
import { StandInOperator } from '../../../../support/standIn/setupRun.ts';

let operator: StandInOperator;
afterEach(() => operator.stop());

test('prints a plan and its cost before each change', async () => {
  operator = await StandInOperator.start();
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await operator.run({ listener: PRINTING });
  const printed = write.mock.calls.map(([text]) => text).join('');
  write.mockRestore();
  const plans = printed.match(/^ {2}Plan: .*\n {2}Costs: .*$/gm) ?? [];
  expect(plans.length).toBeGreaterThan(7);
  expect(plans.filter((plan) => plan.endsWith('Costs: nothing.')).length).toBeGreaterThan(3);
  expect(printed).not.toContain('undefined');
});
