import * as z from 'zod/mini';
import { GROUPS, PERMISSIONS } from '../../choices.ts';
import { ID_PATTERN, isId } from '../../ids.ts';
import { ENDPOINTS_PER_KEY_MAX } from '../../limits.ts';
import { ROLES } from '../../roles.ts';
import { DOCUMENTED_DURATION_PATTERN, expiryOf, NEVER, TIME_PATTERN } from '../../time.ts';
import { changesOf, listOf, PageMetadata, textOfLength } from '../common.ts';

/** A lifetime from now, converted to the expiry time. */
const Duration = z.pipe(
  z.string().check(
    z.refine(
      (label) => expiryOf(label, new Date()) !== undefined,
      'must be "never" or a duration such as "1-day", "2-weeks", "3-months" or "1-year", not past the year 9999',
    ),
    z.meta({ pattern: DOCUMENTED_DURATION_PATTERN.source }),
  ),
  z.transform((label) => expiryOf(label, new Date()) ?? NEVER),
);

const KeyFields = z.object({ name: textOfLength(4, 64), expiresAt: Duration });

export const EndpointId = z.string().check(
  z.refine((id) => isId('endpoint', id), 'must be the id of an endpoint'),
  z.meta({ pattern: ID_PATTERN.source }),
);

/** The body of create-key; `expiresAt` is a duration label in the input and a time in the output. */
export const KeyCreate = z.extend(KeyFields, {
  permission: z.optional(z.enum(PERMISSIONS)),
  endpointIds: z.optional(listOf(EndpointId, 1, ENDPOINTS_PER_KEY_MAX, 'endpoints')),
  allows: z.optional(listOf(z.enum(GROUPS), 1, GROUPS.length, 'groups of operations')),
});
export type KeyCreate = z.output<typeof KeyCreate>;

export const KeyUpdate = changesOf(KeyFields);
export type KeyUpdate = z.output<typeof KeyUpdate>;

export const KeyVerify = z.object({
  key: z.string().check(z.regex(ID_PATTERN, 'must be a key ("fbk_…") or the id of one ("key_…")')),
});

/**
 * A key in responses. `permission` is only present if the key is read-only, `endpointIds` and `allows` if it is limited to
 * them, `lastAccess` after its first use, `memberId` and `role` if it is a member's session.
 */
export const Key = z.object({
  id: z.string(),
  name: z.string(),
  workspaceId: z.string(),
  expiresAt: z.string().check(z.regex(TIME_PATTERN)),
  permission: z.optional(z.literal('read')),
  endpointIds: z.optional(z.array(z.string())),
  allows: z.optional(z.array(z.enum(GROUPS))),
  lastAccess: z.optional(z.string().check(z.regex(TIME_PATTERN))),
  memberId: z.optional(z.string()),
  role: z.optional(z.enum(ROLES)),
});
export type Key = z.output<typeof Key>;

export const KeyList = z.object({ _metadata: PageMetadata, keys: z.array(Key) });
