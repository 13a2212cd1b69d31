import '../../../infra/tools/quietSdk.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { ENDPOINTS_PER_WORKSPACE_MAX } from '../../../shared/contract/limits.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { PROSE_BYTES, READ_UNITS_BY_RULES } from '../../support/cloud/costs.ts';
import { newOwn } from '../../support/cloud/rightRequests.ts';
import { type Sizes, startFilledCloud } from './filledCloud.ts';
import {
  type GrowthFigures,
  type GrowthReport,
  measureEndpoints,
  measureProse,
  measureRules,
  measureSubmissions,
} from './growth.ts';
import { type Amounts, measureOperations } from './operations.ts';
import { progress } from './progress.ts';
import { type BenchReport, faultsOf, machine } from './report.ts';
import { asText } from './tables.ts';

/**
 * Measures every operation against a local cloud of its own. Fails when a cost differs from the documented
 * one, or grows with the number of stored items.
 */
const USAGE = 'Usage: npm run bench -- [--quick] [--json FILE]';

interface Extent {
  sizes: Sizes;
  amounts: Amounts;
}
const FULL: Extent = {
  sizes: { submissions: [100, 10_000, 100_000], endpoints: [1, 10, ENDPOINTS_PER_WORKSPACE_MAX - 1] },
  amounts: { requests: 400, warmUp: 600 },
};
const QUICK: Extent = {
  sizes: { submissions: [100, 1_000], endpoints: [1, 10] },
  amounts: { requests: 10, warmUp: 10 },
};

const options = readOptions();
const faults = await runBench();
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

async function runBench(): Promise<string[]> {
  const report = await measure(options.quick ? QUICK : FULL);
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(asText(report));
  return faultsOf(report);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { quick: { type: 'boolean', default: false }, json: { type: 'string', default: '.build/bench.json' } },
    });
    return values;
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

async function measure({ sizes, amounts }: Extent): Promise<BenchReport> {
  const data = newDataFolder();
  try {
    const { cloud, withSubmissions, withEndpoints } = await startFilledCloud(data, sizes);
    try {
      const { outputs } = cloud;
      const operations = await measureOperations(outputs, amounts);
      const bySubmissions = await bySize(withSubmissions, (own, size) => measureSubmissions(outputs, own, size));
      const byEndpoints = await bySize(withEndpoints, (own, size) => measureEndpoints(outputs, own, size));
      const own = await newOwn(outputs);
      const withRules = new Map(Object.keys(READ_UNITS_BY_RULES).map((count) => [Number(count), own]));
      const byRules = await bySize(withRules, (owner, count) => measureRules(outputs, owner, count));
      const sender = await newOwn(outputs);
      const ofBytes = new Map(PROSE_BYTES.map((bytes) => [bytes, sender]));
      const byBytes = await bySize(ofBytes, (owner, bytes) => measureProse(outputs, owner, bytes));
      const growth = { bySubmissions, byEndpoints, byRules, byBytes };
      return { machine: machine(), ...operations, ...growth };
    } finally {
      await cloud.end('SIGTERM');
    }
  } finally {
    removeFolder(data);
  }
}

async function bySize<Own>(
  owns: Map<number, Own>,
  measureAt: (own: Own, size: number) => Promise<Record<string, GrowthFigures>>,
): Promise<GrowthReport> {
  const growth: GrowthReport = {};
  for (const [size, own] of owns) {
    progress(`beside ${size}`);
    for (const [name, figures] of Object.entries(await measureAt(own, size))) {
      growth[name] = { ...growth[name], [size]: figures };
    }
  }
  return growth;
}
