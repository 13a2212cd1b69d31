import '../../../infra/quietSdk.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { changesBetween, isWorse } from './compare.ts';
import { type Sizes, startFilledCloud } from './filledCloud.ts';
import { measureFunctions } from './functions.ts';
import { type GrowthFigures, type GrowthReport, measureEndpoints, measureSubmissions } from './growth.ts';
import { type Amounts, measureOperations } from './operations.ts';
import { measureProfile, type ProfileAmounts } from './profile/measure.ts';
import { profileAsText } from './profile/table.ts';
import { progress } from './progress.ts';
import { type BenchReport, faultsOf, machine } from './report.ts';
import { asText, changesAsText } from './tables.ts';

/**
 * Measures every operation and function against a local cloud of its own. Fails when a cost is not the stated one,
 * when one grows with what is stored, or, compared with an earlier run, when one has become more.
 */
const USAGE = 'Usage: npm run bench -- [--quick] [--profile | --json FILE] [--compare FILE]';

interface Extent {
  sizes: Sizes;
  amounts: Amounts;
  starts: number;
  profile: ProfileAmounts;
}
const FULL: Extent = {
  sizes: { submissions: [100, 10_000, 100_000], endpoints: [1, 10, 1_000] },
  amounts: { requests: 400, warmUp: 600 },
  starts: 15,
  profile: { rounds: 3, requests: 1_500, warmUp: 1_500 },
};
const QUICK: Extent = {
  sizes: { submissions: [100, 1_000], endpoints: [1, 10] },
  amounts: { requests: 10, warmUp: 10 },
  starts: 1,
  profile: { rounds: 1, requests: 20, warmUp: 20 },
};

const options = readOptions();
if (options.profile) {
  console.log(profileAsText(await measureProfile(options.quick ? QUICK.profile : FULL.profile)));
  process.exit();
}
const report = await measure(options.quick ? QUICK : FULL);
mkdirSync(dirname(options.json), { recursive: true });
writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
console.log(asText(report));
const faults = faultsOf(report);
if (options.compare) {
  const changes = changesBetween(JSON.parse(readFileSync(options.compare, 'utf8')), report);
  console.log(changesAsText(changes));
  faults.push(...changes.filter(isWorse).map(({ name, before, after }) => `${name} was ${before}, is ${after}`));
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        profile: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        json: { type: 'string', default: '.build/bench.json' },
        compare: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

async function measure({ sizes, amounts, starts }: Extent): Promise<BenchReport> {
  const functions = measureFunctions(starts);
  const data = newDataFolder();
  try {
    const { cloud, withSubmissions, withEndpoints } = await startFilledCloud(data, sizes);
    try {
      const { outputs } = cloud;
      const operations = await measureOperations(outputs, amounts);
      const bySubmissions = await bySize(withSubmissions, (own, size) => measureSubmissions(outputs, own, size));
      const byEndpoints = await bySize(withEndpoints, (own, size) => measureEndpoints(outputs, own, size));
      return { machine: machine(), ...operations, functions, bySubmissions, byEndpoints };
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
