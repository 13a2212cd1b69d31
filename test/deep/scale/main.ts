import '../../../infra/tools/quietSdk.ts';
import { parseArgs } from 'node:util';
import { ASSUMPTIONS } from '../../../infra/operator/cost/assumptions.ts';
import { CapturedOutput } from '../../support/simulator/capturedOutput.ts';
import { Clock } from '../../support/simulator/clock.ts';
import { VirtualTime } from '../../support/simulator/virtualTime.ts';
import { synthesizeStack } from '../../support/stack.ts';
import { Flood, type FloodOptions } from './flood.ts';
import type { FloodReport } from './outcome.ts';

const USAGE = `Usage: npm run scale -- [--rate N] [--seconds N] [--receiver MS] [--deliver]
  --rate     posts a second to one endpoint (default 900)
  --seconds  of posts (default 600)
  --receiver milliseconds until the webhook's receiver responds
  --deliver  continue until the webhook got everything`;

const OPTIONS = {
  rate: { type: 'string', default: '900' },
  seconds: { type: 'string', default: '600' },
  receiver: { type: 'string', default: String(ASSUMPTIONS.receiverMs) },
  deliver: { type: 'boolean', default: false },
} as const;

/** The start of a period of digests. */
const STARTS_AT = Date.UTC(2026, 0, 1);
/** Nothing waits for files or threads here. */
const IDLE_TURNS = 1;

console.log(JSON.stringify(await simulate(readOptions()), null, 2));

async function simulate(options: FloodOptions): Promise<FloodReport> {
  const stack = await synthesizeStack();
  const time = new VirtualTime(new Clock(STARTS_AT, 0), IDLE_TURNS);
  const output = new CapturedOutput();
  const ends = [time.install(), output.install()];
  const onProgress = (text: string) => {
    output.lines.length = 0;
    process.stderr.write(`${Math.round(performance.now() / 1_000)} s  ${text}\n`);
  };
  try {
    return await time.run(() => new Flood(time.clock, stack, { ...options, onProgress }).run());
  } finally {
    for (const end of ends) end();
  }
}

function readOptions(): FloodOptions {
  try {
    const { rate, seconds, receiver, deliver: delivers } = parseArgs({ options: OPTIONS }).values;
    const numbers = [rate, seconds, receiver].map(Number);
    if (!numbers.every((number) => Number.isInteger(number) && number > 0)) throw new Error('A number is none.');
    const [postsPerSecond = 0, duration = 0, receiverMs = 0] = numbers;
    return { postsPerSecond, seconds: duration, receiverMs, delivers };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}
