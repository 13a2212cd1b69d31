import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { FIGURES } from '../../../site/landing/measured.ts';

const read = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const evidence = read('evidence.md');

/** The row of the table of costs for `essential`, for none, a thousand and a million submissions. */
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

  test('of faults are those of docs/evidence.md', () => {
    const { faultRuns, killedUnderLoad, acknowledged } = FIGURES;
    expect(evidence).toContain(`| ${faultRuns} runs, 0 failures |`);
    expect(evidence).toContain(`${killedUnderLoad} kills: ${acknowledged} submissions acknowledged`);
  });

  test('of schedules are those of docs/evidence.md', () => {
    expect(evidence).toContain(
      `\`npm run test:schedules\` explored ${FIGURES.schedules} interleavings\nwithout a failure`,
    );
  });
});
