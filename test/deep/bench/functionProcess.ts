import { pathToFileURL } from 'node:url';

/** A bundle, and the events that it gets, one after the other and again from the first. */
export interface FunctionJob {
  file: string;
  events: unknown[];
  /** What each is to be answered with. */
  status: number;
}

/** Processor time of one invocation, and before the first of them of loading the bundle. */
export type Measured = { cpuMs: number } | { error: string };

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body?: string }>;

/** As the runtime writes log lines in JSON. */
for (const level of ['info', 'warn', 'error'] as const) {
  console[level] = (message: unknown) => {
    process.stdout.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level, message })}\n`);
  };
}

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

const context = { awsRequestId: 'bench', functionName: 'bench', getRemainingTimeInMillis: () => 10_000 };
let job: FunctionJob;
let handler: Handler;
let next = 0;

async function invoke(times: number): Promise<Measured> {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    const { statusCode, body } = await handler(job.events[next++ % job.events.length], context);
    if (statusCode !== job.status) return { error: `answered ${statusCode}: ${body}` };
  }
  return { cpuMs: cpuMs(before) / times };
}

/** Loads the function of a job, then invokes it as often as it is told, again and again. */
process.on('message', async (message: FunctionJob | number) => {
  if (typeof message === 'number') return process.send?.(await invoke(message));
  job = message;
  const before = process.cpuUsage();
  ({ handler } = await import(pathToFileURL(job.file).href));
  process.send?.({ cpuMs: cpuMs(before) } satisfies Measured);
});
