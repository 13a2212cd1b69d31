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
}

/** Starts a TypeScript program as its npm script does. */
export function launch(file: string, ...args: string[]): Running {
  const child = spawn('node_modules/.bin/tsx', [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...printed }));
  return { printed: () => printed, ended };
}

/** Runs one to its end. */
export const run = (file: string, ...args: string[]): Promise<Ended> => launch(file, ...args).ended;
