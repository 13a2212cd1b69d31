import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { argumentsFor } from './programBundles.ts';

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
  return { printed: () => printed, ended, untilPrinted, kill: (signal) => void child.kill(signal) };
}

export const run = (file: string, ...args: string[]): Promise<Ended> => launch(file, ...args).ended;
