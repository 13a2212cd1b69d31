import { openSync, writeSync } from 'node:fs';
import { format } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

import { callEngineDirectly, type EngineAccess, type EngineCall } from '../engineRequest.ts';
import { runAhead } from '../process/runAhead.ts';

export interface WorkerData {
  file: string;
  /** The function's log format in the template. */
  logFormat: 'JSON' | 'Text';
  logFile: string;
  /** Without it, all calls go to the endpoints in the environment. */
  engine?: EngineAccess;
  /** Seconds by which its clock is ahead of the machine's. */
  aheadS?: Int32Array;
}
export interface Invocation {
  /** JSON text, which is passed faster than an object. */
  event: string;
  requestId: string;
  functionName: string;
  functionArn: string;
  timeoutMs: number;
}
export type WorkerOutcome = { result: string | undefined; rounds: number } | { error: FunctionError; rounds: number };
/** From an instance to the main thread. */
export interface WorkerMessage {
  calls: EngineCall[];
  outcome?: WorkerOutcome;
  /** Reports with the first event that the code is loaded; loading does not count towards the time limit. */
  isLoaded?: boolean;
}
export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

const REPORT_WITHIN_MS = 5;

/** DynamoDB requests of this invocation, in the order in which they started. */
let calls: { from: number; to: number }[] = [];
let clock = 0;

/** Records the start of a request, and its end when the returned function is called. */
function startCall(): () => void {
  const call = { from: ++clock, to: Number.POSITIVE_INFINITY };
  calls.push(call);
  return () => {
    call.to = ++clock;
  };
}

/** Length of the longest chain of calls in which each starts after the previous response. */
function countRounds(): number {
  let rounds = 0;
  let lastEnd = 0;
  for (const { from, to } of calls.toSorted((a, b) => a.to - b.to)) {
    if (from <= lastEnd) continue;
    rounds++;
    lastEnd = to;
  }
  return rounds;
}

const { file, logFormat, logFile, engine, aheadS } = workerData as WorkerData;
const log = openSync(logFile, 'a');

let currentRequestId = '';

const LEVELS = { trace: 'TRACE', debug: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' } as const;

/** With the log format JSON the runtime writes one line per call and a single argument becomes `message` unchanged. */
function logAsJson(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    console[method as keyof typeof LEVELS] = (first: unknown, ...more: unknown[]) => {
      const message = more.length === 0 ? first : format(first, ...more);
      const line = { timestamp: new Date().toISOString(), level, requestId: currentRequestId, message };
      writeLine(`${JSON.stringify(line, wholeErrors)}\n`);
    };
  }
}

/**
 * Writes to the file directly: a line sent through the main thread would cost as much of its time as a call to the
 * table.
 */
function writeLine(line: string): void {
  try {
    writeSync(log, line);
  } catch {
    // The main thread reports a full disk.
    process.stdout.write(line);
  }
}

/** The runtime logs all properties of an error. */
const wholeErrors = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { ...describe(value), ...value } : value;

const unsent: EngineCall[] = [];
let timer: NodeJS.Timeout | undefined;

/** Calls wait for the outcome for a moment: each message takes as much time as a third of a call. */
function report(call: EngineCall): void {
  unsent.push(call);
  timer ??= setTimeout(send, REPORT_WITHIN_MS);
}

function send(outcome?: WorkerOutcome): void {
  clearTimeout(timer);
  timer = undefined;
  const calls = unsent.splice(0);
  parentPort?.postMessage({ calls, ...(outcome && { outcome }) } satisfies WorkerMessage);
}

let isLoaded = false;

async function invoke({ event, requestId, functionName, functionArn, timeoutMs }: Invocation): Promise<WorkerOutcome> {
  calls = [];
  currentRequestId = requestId;
  try {
    const { handler } = await import(file);
    if (!isLoaded) parentPort?.postMessage({ calls: [], isLoaded: true } satisfies WorkerMessage);
    isLoaded = true;
    const deadline = performance.now() + timeoutMs;
    const context = {
      awsRequestId: requestId,
      functionName,
      invokedFunctionArn: functionArn,
      getRemainingTimeInMillis: () => deadline - performance.now(),
    };
    const result: unknown = await handler(JSON.parse(event), context);
    return { result: JSON.stringify(result), rounds: countRounds() };
  } catch (error) {
    return { error: describe(error), rounds: countRounds() };
  }
}

function describe(error: unknown): FunctionError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { errorType: name, errorMessage: message, trace: (stack ?? '').split('\n') };
}

if (aheadS) runAhead(aheadS);
if (logFormat === 'JSON') logAsJson();
if (engine) callEngineDirectly(engine, report, startCall);
parentPort?.on('message', async (invocation: Invocation) => send(await invoke(invocation)));
