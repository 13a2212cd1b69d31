import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, test } from '@jest/globals';
import { argumentsFor } from './jest/programBundles.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  printed: () => Omit<Ended, 'code'>;
  ended: Promise<Ended>;
  /**
   * Resolves once a text is printed.
   * @throws Error if the program ends before
   */
  untilPrinted: (text: string) => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
  pid: number | undefined;
}

/**
 * Starts a program like its npm script, but in one process, so that a signal reaches it, and from a bundle if there is
 * one.
 */
export function launch(file: string, ...args: string[]): Running {
  return launchNode([], file, ...args);
}

export function launchNode(nodeOptions: string[], file: string, ...args: string[]): Running {
  return launchProgram(process.execPath, ...nodeOptions, ...argumentsFor(file), ...args);
}

export function launchProgram(command: string, ...args: string[]): Running {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...printed }));
  const untilPrinted = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (printed.stdout.includes(text) || printed.stderr.includes(text)) resolve();
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', check);
      ended.then(({ stderr }) => reject(new Error(`it ended without printing "${text}": ${stderr}`)), reject);
      check();
    });
  return { printed: () => printed, ended, untilPrinted, kill: (signal) => void child.kill(signal), pid: child.pid };
}

export const run = (file: string, ...args: string[]): Promise<Ended> => launch(file, ...args).ended;

export type Call = [file: string, ...args: string[]];

/**
 * Makes several calls of bundled programs in one process: its start takes more processor time than most calls.
 * @throws Error if the process ends before
 */
export async function runInOneProcess(...calls: Call[]): Promise<Ended[]> {
  const programs = calls.map(([file, ...args]) => [argumentsFor(file).at(-1), ...args]);
  const { stdout, stderr } = await launchProgram(process.execPath, CALLER, JSON.stringify(programs)).ended;
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Ended[];
}

const CALLER = 'test/support/jest/callPrograms.js';

type WrongCall = [what: string, args: () => string[], message: string | RegExp];

/** Declares a test for each wrong call of a program: it prints only what is wrong, and fails. */
export function testWrongCalls(file: string, calls: WrongCall[], status = 1): void {
  let ended: Ended[];
  beforeAll(async () => {
    ended = await runInOneProcess(...calls.map(([, args]): Call => [file, ...args()]));
  });
  test.each(calls.map(([what, , message], index) => ({ what, message, index })))(
    '$what: says what is wrong',
    ({ message, index }) => {
      const { code, stdout, stderr } = ended[index] as Ended;
      expect({ code, stdout }).toEqual({ code: status, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  );
}
