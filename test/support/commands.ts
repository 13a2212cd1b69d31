import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What a program printed, and how it ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A program of this repository at work. */
export interface Running {
  printed: () => Omit<Ended, 'code'>;
  ended: Promise<Ended>;
  /** Sends a signal; SIGKILL leaves it no time for anything. */
  kill: (signal: NodeJS.Signals) => void;
}

/** Starts a TypeScript program as its npm script does, but in one process, so that a signal reaches it. */
export function launch(file: string, ...args: string[]): Running {
  return launchNode([], file, ...args);
}

/** Starts one with options for Node.js. */
export const launchNode = (nodeOptions: string[], file: string, ...args: string[]): Running =>
  launchProgram(process.execPath, ...nodeOptions, '--import', 'tsx', file, ...args);

/** Starts any program. */
export function launchProgram(command: string, ...args: string[]): Running {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...printed }));
  return { printed: () => printed, ended, kill: (signal) => void child.kill(signal) };
}

/** Runs one to its end. */
export const run = (file: string, ...args: string[]): Promise<Ended> => launch(file, ...args).ended;
