import { CapturedOutput } from '../../support/simulator/capturedOutput.ts';
import { FaultPlan } from '../../support/simulator/faultPlan.ts';
import { VirtualTime } from '../../support/simulator/virtualTime.ts';
import { Instances, SimulatedCloud } from '../faults/simulatedCloud.ts';
import { World } from '../later/world.ts';
import { rareCalls } from './rareCalls.ts';

export interface RareReport {
  problems: string[];
}

/** Prints what differs from the expectations, as JSON. A denied call fails the program by itself. */
const only = process.argv[2];
const time = new VirtualTime();
const output = new CapturedOutput();
const ends = [time.install(), output.install()];
const surroundings = { clock: time.clock, output, instances: new Instances() };
/** Its function runs out of time after the second call. */
const LATE = 'longRemoval';

const problems: string[] = [];
for (const [name, call] of Object.entries(rareCalls)) {
  if (only !== undefined && name !== only) continue;
  const plan = new FaultPlan(name === LATE ? [[2, 'late']] : []);
  const cloud = new SimulatedCloud(surroundings, 'purgeEndpoint', plan);
  const world = new World(cloud);
  try {
    await time.run(async () => {
      await cloud.open();
      cloud.arm();
      await call(world);
    });
  } catch (error) {
    world.problems.push(String((error as Error).stack));
  }
  problems.push(...world.problems.map((problem) => `${name}: ${problem}`));
}
for (const end of ends) end();
console.log(JSON.stringify({ problems } satisfies RareReport));
process.exit(problems.length === 0 ? 0 : 1);
