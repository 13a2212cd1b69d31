import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as aws from '../../deep/scale/awsLimits.ts';
import { mappingsOf } from '../../deep/scale/mappings.ts';
import { functionsOf, synthesizeStack } from '../../support/stack.ts';

const page = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

test.each([
  [`which supports ${shown(aws.PARTITION_UNITS_PER_SECOND.write)} write units and`],
  [`${shown(aws.PARTITION_UNITS_PER_SECOND.read)} read units a second`],
  [`the ${shown(aws.NEW_TABLE_WRITES_PER_SECOND)} write units a second that a new table takes at once`],
  [`the table's quota of ${shown(aws.TABLE_UNITS_PER_SECOND)} write units a second`],
  [`API Gateway's ${shown(aws.GATEWAY_REQUESTS_PER_SECOND)} requests a second`],
  [
    `${aws.LAMBDA_CONCURRENCY.requestsPerSecondEach} requests a second for each of its ${shown(aws.LAMBDA_CONCURRENCY.executions)} concurrent executions`,
  ],
])("docs/scale.md has AWS's limit: %s", (limit) => {
  expect(page).toContain(limit);
});

test('docs/scale.md has the batches of the readers, which AWS allows', async () => {
  const { streams } = mappingsOf(await synthesizeStack());
  const batchesOf = (name: string) => streams.find(({ reader }) => reader === name);
  expect(page).toContain(
    `Two batches of \`notifySubmission\` with ${batchesOf('notifySubmission')?.batchSize} records`,
  );
  expect(page).toContain(`its two batches of ${batchesOf('indexSubmissions')?.batchSize}.`);
  for (const { batchSize, parallelBatches } of streams) {
    expect(parallelBatches).toBe(2);
    expect(parallelBatches).toBeLessThanOrEqual(aws.STREAM_MAPPING_MAX.parallelBatches);
    expect(batchSize).toBeLessThanOrEqual(aws.STREAM_MAPPING_MAX.batchSize);
  }
});

test('docs/scale.md has the memory of the background functions, which is at least twice what they used', async () => {
  const [, table = ''] = /<!-- memory -->(.*)<!-- \/memory -->/.exec(page) ?? [];
  const rows = [...table.matchAll(/\| `(\w+)` \|[^|]*\|[^|]*\| (\d+) \|[^|]*\|[^|]*\|[^|]*\| ([\d,]+) \|/g)];
  expect(rows).toHaveLength(6);
  const functions = functionsOf(await synthesizeStack());
  for (const [, name, peakMb, chosenMb] of rows) {
    const { MemorySize = 0 } = functions.find((each) => each.name === name)?.properties ?? {};
    expect([name, chosenMb]).toEqual([name, shown(MemorySize)]);
    expect(MemorySize).toBeGreaterThanOrEqual(2 * Number(peakMb));
  }
});

function shown(amount: number): string {
  return amount.toLocaleString('en');
}
