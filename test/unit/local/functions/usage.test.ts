import { expect, test } from '@jest/globals';
import { Usage } from '../../../../local/functions/usage.ts';

test('a function’s rounds are the maximum of its invocations', () => {
  const usage = new Usage();
  for (const rounds of [1, 3, 2]) usage.addInvocation('listKeys', rounds);
  expect(usage.toJSON().listKeys).toMatchObject({ invocations: 3, rounds: 3 });
});
