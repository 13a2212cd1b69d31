import { afterEach, expect, jest, test } from '@jest/globals';
import { logResponse } from '../../../../shared/http/requestLog.ts';

afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.AWS_LAMBDA_FUNCTION_VERSION;
});

test.each([
  [200, undefined],
  [404, undefined],
  [500, '7'],
  [504, '7'],
])('a request with status %i is logged, with the function’s version if it failed: %s', (status, functionVersion) => {
  process.env.AWS_LAMBDA_FUNCTION_VERSION = '7';
  const lines: unknown[] = [];
  for (const level of ['info', 'error'] as const)
    jest.spyOn(console, level).mockImplementation((line) => lines.push(line));
  logResponse({ requestId: 'id', operation: 'createSubmission', status, startedAt: performance.now() });
  expect(lines).toEqual([expect.objectContaining({ operation: 'createSubmission', status })]);
  expect((lines[0] as { functionVersion?: string }).functionVersion).toBe(functionVersion);
});
