import { UNPACED } from './cloudProcess.ts';
import { ownCloud } from './ownCloud.ts';

/** Serves the suites of counted.test.ts alone: they count its calls, and compare its table. */
export const cloud = ownCloud(...UNPACED);
