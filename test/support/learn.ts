import type { Feature } from '../../shared/intake/features.ts';
import { learnAll } from '../../shared/intake/learnedFilter.ts';
import type { Kind } from '../../shared/storage/learning.ts';

/** Adds a spam mark to a filter's state, or removes one. */
export const learn = (state: Uint8Array | undefined, features: readonly Feature[], kind: Kind, change: 1 | -1) =>
  learnAll(state, [{ features, kind, change }]);
