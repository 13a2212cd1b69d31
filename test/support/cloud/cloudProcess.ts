import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import { LOCAL_SENDER_ADDRESS } from '../../../infra/localService/template.ts';
import { OWNER_ADDRESS } from '../../../local/demo.ts';
import { askSynthesizer } from '../jest/askSynthesizer.ts';
import { argumentsFor } from '../jest/programBundles.ts';
import { DASHBOARD_OWNER, WORKSPACE_OWNER } from './workspaceOwner.ts';

/** It takes a few seconds on an idle machine. */
const READY_TIMEOUT_MS = 120_000;

export interface CloudProcess {
  outputs: Outputs;
  data: string;
  child: ChildProcess;
  output: () => string;
  /** Ends it with a signal and waits; the data stays. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Options that disable the pace and hourly budget of mails, allow concurrent uploads, and let three people create workspaces. */
export const UNPACED = [
  'mailsPerSecond=1000',
  'mailsPerHour=100000',
  'uploadsPerSecond=1000',
  `workspaceOwners=${[OWNER_ADDRESS, WORKSPACE_OWNER, DASHBOARD_OWNER]}`,
].flatMap((setting) => ['--context', setting]);

export const signInLinkIn = (printed: string): string => /^ {2}Dashboard +(\S+)$/m.exec(printed)?.[1] ?? '';

export const newDataFolder = (): string => mkdtempSync(join(tmpdir(), 'forms-test-'));

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/**
 * Starts `npm start`'s program on free ports and waits for the line `ready`. Options are such as `--context
 * name=value`.
 */
export async function startCloud(data: string, ...options: string[]): Promise<CloudProcess> {
  // For the cloud to find: it would have to load the CDK.
  await askSynthesizer('/app', { senderAddress: LOCAL_SENDER_ADDRESS, ...contextIn(options) });
  return launchCloud({ data, options, program: argumentsFor(PROGRAM) });
}

const contextIn = (options: string[]): Record<string, string> =>
  Object.fromEntries(options.filter((_, index) => options[index - 1] === '--context').map((each) => each.split('=')));

/** Starts it with the options of Node.js that `npm start` has. */
export function startCloudFromSource(data: string, ...options: string[]): Promise<CloudProcess> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  return launchCloud({ data, options, program: scripts.start.split(' ').slice(1) });
}

const PROGRAM = 'local/start.ts';

interface Launch {
  data: string;
  options: string[];
  program: string[];
}

async function launchCloud({ data, options, program }: Launch): Promise<CloudProcess> {
  const child = spawn(process.execPath, [...program, '--port', '0', '--data', data, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A copy of the environment with the test's changes, since Jest's would be inherited.
    env: process.env,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  for (const start = Date.now(); !/^ready$/m.test(printed); await sleep(50)) {
    if (child.exitCode !== null || Date.now() - start > READY_TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error(`The local cloud did not become ready. It printed:\n${printed}`);
    }
  }
  const outputs: Outputs = JSON.parse(readFileSync(join(data, 'outputs.json'), 'utf8'));
  return { outputs, data, child, output: () => printed, end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}
