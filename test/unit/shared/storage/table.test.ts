import { expect, test } from '@jest/globals';
import { createClient } from '../../../../shared/storage/table.ts';

test('requests to the table have no header that DynamoDB ignores', () => {
  const names = createClient({ region: 'eu-west-1' }).middlewareStack.identify().join();
  expect(names).toContain('retryMiddleware');
  expect(names).not.toMatch(/getUserAgentMiddleware|recursionDetectionMiddleware|loggerMiddleware/);
});
