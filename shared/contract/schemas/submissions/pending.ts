import * as z from 'zod/mini';
import { Token } from '../confirmations/unsubscribe.ts';
import { ConfirmationDelivery } from '../deliveries.ts';
import { SearchMetadata } from './search.ts';
import { SubmissionWithData } from './submission.ts';

export const PendingSubmission = z.extend(
  z.pick(SubmissionWithData, {
    id: true,
    endpointId: true,
    data: true,
    location: true,
    files: true,
    knownSender: true,
  }),
  {
    expiresAt: z.string(),
    /** The result of the last mail that asks to confirm. Absent until one is planned. */
    confirmation: z.optional(ConfirmationDelivery),
  },
);
export type PendingSubmission = z.output<typeof PendingSubmission>;

export const PendingList = z.object({ _metadata: SearchMetadata, submissions: z.array(PendingSubmission) });

/** With `state`, a submission confirmed since it was listed is not deleted. */
export const DeleteQuery = z.object({ state: z.optional(z.enum(['pending'])) });

export const CONFIRMATION_ACTIONS = ['confirm', 'delete', 'resend'] as const;

export const ConfirmationAnswer = z.object({ token: Token, action: z.enum(CONFIRMATION_ACTIONS) });
