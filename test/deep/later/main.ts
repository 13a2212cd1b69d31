import { CapturedOutput } from '../../support/simulator/capturedOutput.ts';
import { Random } from '../../support/simulator/random.ts';
import { VirtualTime } from '../../support/simulator/virtualTime.ts';
import { Instances } from '../faults/simulatedCloud.ts';
import { WALKS, type WalkName, walk } from './walks.ts';

/** By walk: the calls at which its function died, and what a person did not get. */
export interface LaterReport {
  walks: { name: string; deaths: number[]; failures: string[] }[];
}

const [deathsMax = '2', only] = process.argv.slice(2);
const time = new VirtualTime();
const output = new CapturedOutput();
const ends = [time.install(), output.install()];
const random = new Random(7);
const surroundings = { clock: time.clock, output, instances: new Instances() };

async function problemsOf(name: WalkName, deadAfter?: number) {
  try {
    return await time.run(() => walk(surroundings, name, deadAfter));
  } catch (error) {
    return { calls: 0, problems: [String((error as Error).stack)] };
  }
}

const walks: LaterReport['walks'] = [];
for (const name of Object.keys(WALKS) as WalkName[]) {
  if (only !== undefined && name !== only) continue;
  const { calls, problems } = await problemsOf(name);
  const failures = problems.map((problem) => `${name}: ${problem}`);
  const all = Array.from({ length: calls }, (_, i) => i + 1);
  const [first = 1] = all.filter(() => random.chance(1 / calls));
  const deaths = all.filter((call) => call === first || random.chance((Number(deathsMax) - 1) / calls));
  for (const call of deaths) {
    const { problems } = await problemsOf(name, call);
    failures.push(...problems.map((problem) => `${name}, dead after call ${call}: ${problem}`));
  }
  walks.push({ name, deaths, failures });
}
for (const end of ends) end();
console.log(JSON.stringify({ walks } satisfies LaterReport));
process.exit(walks.some(({ failures }) => failures.length > 0) ? 1 : 0);
