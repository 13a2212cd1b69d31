import { parseArgs } from 'node:util';
import { Random } from '../../support/simulator/random.ts';
import { progress } from '../bench/progress.ts';
import { BrowserJudge } from './browser.ts';
import { type Case, randomCase } from './cases.ts';
import { compare, type Difference, explanationOf, isSound } from './compare.ts';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const CASES_PER_CALL = 500;
const DIFFERENCES_SHOWN_MAX = 20;

const random = new Random(Number(values.seed));
const browser = await BrowserJudge.open();
const counts = { cases: 0, unsound: 0, wrong: 0, byFlag: {} as Record<string, number> };
const explained: Record<string, number> = {};
const differences: Difference[] = [];

const soundCase = (): Case => {
  for (;;) {
    const one = randomCase(random);
    if (isSound(one)) return one;
    counts.unsound++;
  }
};

while (counts.cases < Number(values.cases)) {
  const cases = Array.from({ length: CASES_PER_CALL }, soundCase);
  const verdicts = await browser.judge(cases);
  cases.forEach((one, index) => {
    const verdict = verdicts[index] as (typeof verdicts)[number];
    if (!verdict.isValid) counts.wrong++;
    for (const flag of verdict.flags) counts.byFlag[flag] = (counts.byFlag[flag] ?? 0) + 1;
    for (const difference of compare(one, verdict)) {
      const reason = explanationOf(difference);
      if (reason) explained[reason] = (explained[reason] ?? 0) + 1;
      else differences.push(difference);
    }
  });
  counts.cases += cases.length;
  if (counts.cases % 10_000 === 0) progress(JSON.stringify({ ...counts, differences: differences.length }));
}
await browser.close();
const shown = differences.slice(0, DIFFERENCES_SHOWN_MAX);
process.stdout.write(
  `${JSON.stringify({ ...counts, explained, different: differences.length, differences: shown })}\n`,
);
