import type { Feature } from '../../shared/spamFilter/features.ts';
import { learnAll } from '../../shared/spamFilter/learnedFilter.ts';
import type { Kind } from '../../shared/storage/filter/learning.ts';

/** Adds a spam mark to a filter's state, or removes one. */
export const learn = (state: Uint8Array | undefined, features: readonly Feature[], kind: Kind, change: 1 | -1) =>
  learnAll(state, [{ features, kind, change }]);
