import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFunctions } from '../../../infra/constructs/functions/bundle.ts';
import { FULL_PROCESSOR_GB } from '../../../infra/operator/cost/assumptions.ts';
import { PRICES } from '../../../infra/operator/cost/prices.ts';
import { textTable } from '../../support/textTable.ts';
import { BackgroundLoad } from './backgroundLoad.ts';
import { startBackgroundServices } from './backgroundServices.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

/** A full batch: processor time, median of all but the first, and the most memory that its process had. */
interface Figures {
  cpuMs: number;
  peakMb: number;
}

const MEMORIES_MB = [128, 256, 512, 1_024];

/** Invokes a function with one event after another. */
const PROGRAM = `
  const [, file] = process.argv;
  const events = JSON.parse(await new Response(process.stdin).text());
  const { handler } = await import(file);
  const context = { getRemainingTimeInMillis: () => 60_000, invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:f' };
  const cpuMs = [];
  for (const event of events) {
    const before = process.cpuUsage();
    const result = await handler(event, context);
    if (result?.batchItemFailures?.length > 0) throw new Error('failed: ' + JSON.stringify(result));
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1_000);
  }
  process.stdout.write('\\n' + JSON.stringify({ cpuMs, peakMb: process.resourceUsage().maxRSS / 1_024 }));
  process.exit();`;

/** A table of what a full batch of each background function takes, and what that means for each size of memory. */
export async function measureBackground(batches: number): Promise<string> {
  const services = await startBackgroundServices();
  const folderOf = bundleFunctions();
  try {
    const rows: (string | number)[][] = [];
    for (const { name, batch, events } of await new BackgroundLoad(services, batches).batches()) {
      progress(name);
      const environment = services.environmentOf(name);
      const figures = await measure(join(folderOf(name), 'index.mjs'), await events(), environment);
      rows.push([name, batch, figures.cpuMs, figures.peakMb, ...MEMORIES_MB.map((mb) => atMemory(figures, mb))]);
    }
    const heads = MEMORIES_MB.map((mb) => `${mb} MB`);
    return textTable([['function', 'batch', 'cpu ms', 'peak MB', ...heads], ...rows]);
  } finally {
    await services.stop();
  }
}

/** Milliseconds of computing with this memory, and dollars for a million batches without their waits. */
function atMemory({ cpuMs }: Figures, memoryMb: number): string {
  const memoryGb = memoryMb / 1_024;
  const ms = cpuMs * Math.max(1, FULL_PROCESSOR_GB / memoryGb);
  const { usd, per } = PRICES.lambdaArmGbSecond;
  return `${Math.round(ms)} ms ${((ms * 1_000 * memoryGb * usd) / per).toFixed(2)}`;
}

async function measure(file: string, events: object[], env: Record<string, string>): Promise<Figures> {
  const args = ['--input-type=module', '--eval', PROGRAM, '--', pathToFileURL(file).href];
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stderr, child.stdout]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  child.stdin.end(JSON.stringify(events));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${file} failed: ${printed.slice(-2_000)}`);
  const { cpuMs, peakMb } = JSON.parse(printed.slice(printed.lastIndexOf('\n')));
  const warm = cpuMs.length > 1 ? cpuMs.slice(1) : cpuMs;
  return { cpuMs: rounded(median(warm), 1), peakMb: Math.round(peakMb) };
}
