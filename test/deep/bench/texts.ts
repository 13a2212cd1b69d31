import { SUBMISSION_BYTES_MAX } from '../../../shared/contract/limits.ts';
import type { SubmissionData } from '../../../shared/contract/schemas/submission.ts';
import { blockedTermIn } from '../../../shared/intake/blockedTerms.ts';
import { featuresOf } from '../../../shared/intake/features.ts';
import { judge, learn } from '../../../shared/intake/learnedFilter.ts';
import { HOSTILE_TERMS, hostileTexts } from '../../support/hostileTexts.ts';

/** How long texts of 50,000 bytes, made to be slow, take to be searched for blocked terms and to be judged. */
const TRIES = 15;
const TEXTS = Object.entries(hostileTexts(SUBMISSION_BYTES_MAX));

/** The least processor time of some work, in milliseconds: what else runs in the process is not the work's. */
function processorMs(work: () => unknown): number {
  const times = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

function slowest(name: string, work: (text: SubmissionData) => unknown): void {
  const times = TEXTS.map(([kind, text]) => ({ kind, ms: processorMs(() => work(text)) }));
  const [first] = times.sort((one, other) => other.ms - one.ms);
  console.log(`${name}: at most ${first?.ms.toFixed(1)} ms (${first?.kind})`);
}

console.log(`${TEXTS.length} texts of 50,000 bytes, least of ${TRIES} runs each`);
for (const [kind, terms] of Object.entries(HOSTILE_TERMS)) {
  slowest(`100 terms, ${kind}`, (text) => blockedTermIn(text, terms));
}
const state = learn(undefined, featuresOf({ message: 'an offer' }), 'spam', 1);
slowest('the learned filter', (text) => judge(state, featuresOf(text)));
const usual = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Could you call me back? '.repeat(10) };
console.log(
  `a usual message, 100 terms: ${processorMs(() => blockedTermIn(usual, HOSTILE_TERMS.words ?? [])).toFixed(2)} ms`,
);
