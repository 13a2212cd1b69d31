import type { Listener, StepOutcome, StepReport } from './runSteps.ts';

const SIGNS: Record<StepOutcome, string> = {
  done: '✓',
  changed: '✓',
  todo: '·',
  waiting: '…',
  blocked: '✗',
  failed: '✗',
  declined: '–',
  skipped: '–',
};

/** Contents of the report besides the findings. */
const WORDS: Partial<Record<StepOutcome, string>> = { declined: 'Unchanged.', skipped: 'Skipped.' };

/** Prints a run's progress for people. */
export const PRINTING: Listener = {
  looking: ({ title }) => {
    if (process.stderr.isTTY) process.stderr.write(`… ${title}\r`);
  },
  planned: (report) => write(...linesOf(report)),
  waiting: (report) => write(...linesOf(report), '  Waiting; press Ctrl+C to stop, and run setup again to continue.'),
  ended: (report) => write(...linesOf(report)),
};

/** Prints one line of JSON when a step ends. */
export const JSON_LINES: Listener = {
  looking: () => undefined,
  planned: () => undefined,
  waiting: () => undefined,
  ended: (report) => write(JSON.stringify(report)),
};

function linesOf({ title, outcome, found = '', lines, plan, costs, remedy, made, isOptional }: StepReport): string[] {
  const isPlanned = outcome === 'todo';
  return [
    `${SIGNS[outcome]} ${title}: ${[found, WORDS[outcome]].filter(Boolean).join(' ')}`,
    ...indented(outcome === 'declined' ? [] : lines),
    ...(isPlanned ? [`  Plan${isOptional ? ', if you want it' : ''}: ${plan}`, `  Costs: ${costs}.`] : []),
    ...(remedy ? [`  ${remedy}`] : []),
    ...Object.entries(made ?? {}).map(([name, value]) => `  ${name}: ${value}`),
  ];
}

const indented = (lines: readonly string[] = []): string[] => lines.map((line) => `    ${line}`);

/** Overwrites the line that `looking` printed. */
const CLEAR_LINE = '\u001b[2K';

function write(...lines: string[]): void {
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
  process.stdout.write(`${lines.join('\n')}\n`);
}
