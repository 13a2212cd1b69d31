import * as z from 'zod/mini';
import { CursorQuery, textOfLength } from '../common.ts';
import { CREATED_WITHIN } from '../moment.ts';
import { SearchMetadata } from '../submissions/search.ts';

/** Names and ids only, never a value. Ids of actors and objects show their kind. */
export const AuditEntry = z.object({
  id: z.string(),
  createdAt: z.string(),
  actor: z.string(),
  operation: z.string(),
  object: z.optional(z.string()),
  endpointId: z.optional(z.string()),
  submissionIds: z.optional(z.array(z.string())),
  fields: z.optional(z.array(z.string())),
  removed: z.optional(z.int()),
  attempts: z.optional(z.int()),
  isUncertain: z.optional(z.boolean()),
  requestId: z.optional(z.string()),
  country: z.optional(z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditQuery = z.object({
  actor: z.optional(textOfLength(1, 100)),
  object: z.optional(textOfLength(1, 100)),
  ...CREATED_WITHIN,
  ...CursorQuery.shape,
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditEntryList = z.object({ _metadata: SearchMetadata, entries: z.array(AuditEntry) });
export type AuditEntryList = z.output<typeof AuditEntryList>;
