import { expect, test } from '@jest/globals';
import { monthlyCost, summaryLines } from '../../../../../infra/operator/setup/summary.ts';
import { synthesizeStack } from '../../../../support/cloud/stack.ts';

test('the summary states the monthly cost of an idle stack as in docs/cost.md', async () => {
  const stack = await synthesizeStack();
  const [idle, small] = monthlyCost(JSON.stringify({ Resources: stack.resources }), true);
  expect([idle?.usd.toFixed(2), small?.usd.toFixed(2)]).toEqual(['1.18', '1.35']);
  const lines = summaryLines({
    stack: 'Forms',
    api: 'https://api.example.com',
    pages: 'https://pages.example.com',
    dashboard: 'https://pages.example.com/app',
    monthlyCost: [
      { submissions: 0, usd: 0.92 },
      { submissions: 1_000, usd: 1.09 },
    ],
    smoke: 'npm run smoke -- --url https://api.example.com --key fbk_…',
    remove: 'npm run setup -- --remove',
  });
  expect(lines.join('\n')).toMatch(/^Now run {4}npm run smoke -- --url https:\/\/api.example.com --key fbk_…$/m);
  expect(lines.join('\n')).toContain('0.92 idle, 1.09 with 1,000 submissions');
}, 300_000);
