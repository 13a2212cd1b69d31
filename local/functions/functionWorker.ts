import diagnostics from 'node:diagnostics_channel';
import { openSync, writeSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { format } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

import { callEngineDirectly, type EngineAccess, type EngineCall } from '../engineRequest.ts';

export interface WorkerData {
  file: string;
  /** The function's log format in the template. */
  logFormat: 'JSON' | 'Text';
  logFile: string;
  /** Without it, all calls go to the endpoints in the environment. */
  engine?: EngineAccess;
}
export interface Invocation {
  /** As JSON, which takes less time to pass than an object. */
  event: string;
  requestId: string;
  functionName: string;
  functionArn: string;
  deadline: number;
}
export type WorkerOutcome = { result: string | undefined; rounds: number } | { error: FunctionError; rounds: number };
/** From an instance to the main thread. */
export interface WorkerMessage {
  call?: EngineCall;
  outcome?: WorkerOutcome;
}
export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

/** DynamoDB requests of this invocation, in the order in which they started. */
let calls: { from: number; to: number }[] = [];
const open = new Map<ClientRequest, { from: number; to: number }>();
let clock = 0;

diagnostics.subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  if (!String(request.getHeader('x-amz-target') ?? '').startsWith('DynamoDB_')) return;
  const call = { from: ++clock, to: Number.POSITIVE_INFINITY };
  calls.push(call);
  open.set(request, call);
});
diagnostics.subscribe('http.client.response.finish', (message) => {
  const { request } = message as { request: ClientRequest };
  const call = open.get(request);
  if (call) call.to = ++clock;
  open.delete(request);
});

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

const { file, logFormat, logFile, engine } = workerData as WorkerData;
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

async function invoke({ event, requestId, functionName, functionArn, deadline }: Invocation): Promise<WorkerOutcome> {
  calls = [];
  currentRequestId = requestId;
  try {
    const { handler } = await import(file);
    const context = {
      awsRequestId: requestId,
      functionName,
      invokedFunctionArn: functionArn,
      getRemainingTimeInMillis: () => deadline - Date.now(),
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

if (logFormat === 'JSON') logAsJson();
const send = (message: WorkerMessage): void => parentPort?.postMessage(message);
if (engine) callEngineDirectly(engine, (call) => send({ call }));
parentPort?.on('message', async (invocation: Invocation) => send({ outcome: await invoke(invocation) }));
