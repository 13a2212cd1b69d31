import type { Step } from '../step.ts';
import { credentials } from '../steps/credentials.ts';
import { closing } from './closing.ts';
import { confirmation } from './confirmation.ts';
import { exportOffer } from './exportOffer.ts';
import { memory, retainedBuckets, retainedTables, senderIdentities } from './leftovers.ts';
import { protection } from './protection.ts';
import { stackRemoval } from './stackRemoval.ts';

/** The steps that remove everything, in order. */
export const REMOVAL_STEPS: readonly Step[] = [
  credentials,
  confirmation,
  closing,
  exportOffer,
  protection,
  stackRemoval,
  retainedTables,
  retainedBuckets,
  senderIdentities,
  memory,
];
