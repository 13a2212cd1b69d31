import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { FIGURES } from '../../../../site/landing/measured.ts';

const read = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
const evidence = read('evidence.md');

const [, idle, thousand, , million] =
  /\*\*USD, `essential`\*\* (\|.*\|)/
    .exec(read('cost.md'))?.[1]
    ?.split('|')
    .map((cell) => cell.replaceAll('*', '').trim()) ?? [];

describe('figures on the landing page', () => {
  test('of costs are those of docs/cost.md', () => {
    const { idleUsd, usdPerThousand, usdPerMillion } = FIGURES;
    expect([idleUsd, usdPerThousand, usdPerMillion]).toEqual([idle, thousand, million]);
  });

  test.each([
    `| ${FIGURES.requests} requests from the operations' schemas and random sequences by several workspaces, compared with a model | no violation, no 5xx |`,
    `one fault at every call of every function: ${FIGURES.faults} runs | no failure |`,
    `| ${FIGURES.kills} × \`kill -9\` under load, `,
    `| ${FIGURES.schedules} interleavings of the page index, 20,000 of the filter's training | no failure |`,
    `| ${FIGURES.searches} random searches, and statistics, during 562,867 changes, compared with a plain list | no difference in the searches`,
  ])('are those of docs/evidence.md: %s', (row) => {
    expect(evidence).toContain(row);
  });
});
