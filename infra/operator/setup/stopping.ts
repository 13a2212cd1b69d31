import { constants } from 'node:os';
import type { Setup } from './setup.ts';
import { CLOSED, howToOpen } from './steps/openRoute.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The part of this process that ends a run. */
export interface Stoppable {
  once: (signal: (typeof SIGNALS)[number], stop: () => void) => unknown;
  stderr: { write: (text: string) => unknown };
  exit: (status: number) => unknown;
}

/** Says that the form route is closed if a signal ends the removal, such as Ctrl+C while it exports. */
export function sayWhenStopped(setup: Pick<Setup, 'removal' | 'choices'>, run: Stoppable): void {
  for (const signal of SIGNALS) {
    run.once(signal, () => {
      const says = setup.removal.isRouteClosed ? `✗ Form route: ${CLOSED}\n  ${howToOpen(setup)}\n` : '';
      run.stderr.write(`\n${says}`);
      run.exit(128 + constants.signals[signal]);
    });
  }
}
