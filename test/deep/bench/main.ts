import '../../../infra/quietSdk.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { ENDPOINTS_PER_WORKSPACE_MAX } from '../../../shared/contract/limits.ts';
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
import { type SoakAmounts, soak, soakAsText, soakFaults } from './soak.ts';
import { measureStarts } from './starts.ts';
import { asText, changesAsText } from './tables.ts';

/**
 * Measures every operation and function against a local cloud of its own. Fails when a cost is not the stated one,
 * when one grows with what is stored, or, compared with an earlier run, when one has become more. `--profile` instead
 * shows where processor time goes, `--soak` what happens under load for longer.
 */
const USAGE = 'Usage: npm run bench -- [--quick] [--profile | --soak | [--json FILE] [--compare FILE]]';

interface Extent {
  sizes: Sizes;
  amounts: Amounts;
  /** Of each function, and of the whole service. */
  starts: number;
  serviceStarts: number;
  profile: ProfileAmounts;
  soak: SoakAmounts;
}
const FULL: Extent = {
  // One more endpoint is created beside them.
  sizes: { submissions: [100, 10_000, 100_000], endpoints: [1, 10, ENDPOINTS_PER_WORKSPACE_MAX - 1] },
  amounts: { requests: 400, warmUp: 600 },
  starts: 15,
  serviceStarts: 5,
  profile: { rounds: 3, requests: 1_500, warmUp: 3_000 },
  soak: { settling: { seconds: 10 }, measured: { seconds: 60 } },
};
const QUICK: Extent = {
  sizes: { submissions: [100, 1_000], endpoints: [1, 10] },
  amounts: { requests: 10, warmUp: 10 },
  starts: 1,
  serviceStarts: 1,
  profile: { rounds: 1, requests: 20, warmUp: 20 },
  soak: { settling: { requests: 50 }, measured: { requests: 100 } },
};

const options = readOptions();
const faults = await (options.soak ? runSoak() : options.profile ? runProfile() : runBench());
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

async function runBench(): Promise<string[]> {
  const report = await measure(options.quick ? QUICK : FULL);
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(asText(report));
  if (!options.compare) return faultsOf(report);
  const changes = changesBetween(JSON.parse(readFileSync(options.compare, 'utf8')), report);
  console.log(changesAsText(changes));
  const worse = changes.filter(isWorse).map(({ name, before, after }) => `${name} was ${before}, is ${after}`);
  return [...faultsOf(report), ...worse];
}

async function runProfile(): Promise<string[]> {
  console.log(profileAsText(await measureProfile((options.quick ? QUICK : FULL).profile)));
  return [];
}

async function runSoak(): Promise<string[]> {
  const found = await soak((options.quick ? QUICK : FULL).soak);
  console.log(soakAsText(found));
  return soakFaults(found);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        soak: { type: 'boolean', default: false },
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

async function measure({ sizes, amounts, starts, serviceStarts }: Extent): Promise<BenchReport> {
  const service = await measureStarts(serviceStarts);
  const functions = measureFunctions(starts);
  const data = newDataFolder();
  try {
    const { cloud, withSubmissions, withEndpoints } = await startFilledCloud(data, sizes);
    try {
      const { outputs } = cloud;
      const operations = await measureOperations(outputs, amounts);
      const bySubmissions = await bySize(withSubmissions, (own, size) => measureSubmissions(outputs, own, size));
      const byEndpoints = await bySize(withEndpoints, (own, size) => measureEndpoints(outputs, own, size));
      return { machine: machine(), ...operations, starts: service, functions, bySubmissions, byEndpoints };
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
