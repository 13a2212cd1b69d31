import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** Takes a minute, but its file is small: Jest's first run orders suites by file size. */
const LONGEST = /\/counted\.test\.ts$/;

/** With `--randomize`, also shuffles test files by `--seed`, as Jest does with tests. */
export default class Sequencer extends TestSequencer {
  #globalConfig;

  constructor(options) {
    super(options);
    this.#globalConfig = options.globalConfig;
  }

  sort(tests) {
    const { randomize, seed, rootDir } = this.#globalConfig;
    if (!randomize) return super.sort(tests).sort((a, b) => LONGEST.test(b.path) - LONGEST.test(a.path));
    const placeOf = ({ path }) =>
      createHash('sha256')
        .update(`${seed} ${relative(rootDir, path)}`)
        .digest('hex');
    return [...tests].sort((a, b) => placeOf(a).localeCompare(placeOf(b)));
  }
}
