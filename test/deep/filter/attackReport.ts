import { DISGUISES, dilution, POISONINGS, poisoning } from '../../support/filterAttacks.ts';

const SEEDS = [1, 2, 3, 4, 5];
const TEXTS = 300;
const WANTED = 1_000;
const MARKS = [25, 50, 100, 300];
const REVIEWED_EVERY = [1, 20, 100];

/** Prints how much disguised spam passes, and how many wanted texts are held after bookings were marked as spam. */
export function reportAttacks(): void {
  for (const isShort of [false, true]) {
    console.log(
      `${isShort ? 'short' : 'usual'} spam that passes of ${TEXTS * SEEDS.length}, with ${MARKS} marks of each kind`,
    );
    for (const disguise of Object.keys(DISGUISES)) {
      const passed = MARKS.map((marksOfEach) =>
        SEEDS.reduce((sum, seed) => sum + dilution(disguise, { marksOfEach, isShort, texts: TEXTS, seed }), 0),
      );
      console.log(`  ${disguise}: ${passed.join(', ')}`);
    }
  }
  for (const marks of POISONINGS) {
    console.log(`marks ${JSON.stringify(marks)}: wanted texts held of ${WANTED}, by seed`);
    for (const reviewedEvery of REVIEWED_EVERY) {
      const runs = SEEDS.map((seed) => poisoning({ ...marks, texts: WANTED, seed, reviewedEvery }));
      const list = (value: (run: (typeof runs)[number]) => number) => runs.map(value).join(' ');
      console.log(
        `  reviewed every ${reviewedEvery}: ${list((run) => run.rightAfter)} by what it knew right after the attack, ` +
          `${list((run) => run.withoutStop)} learning without the stop, ` +
          `${list((run) => run.withStop)} with it, paused after ${list((run) => run.pausedAfter)}`,
      );
    }
  }
}
