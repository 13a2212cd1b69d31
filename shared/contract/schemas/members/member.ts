import * as z from 'zod/mini';
import { asciiAddress } from '../../emailAddress.ts';
import { ENDPOINTS_PER_KEY_MAX } from '../../limits.ts';
import { ROLES } from '../../roles.ts';
import { TIME_PATTERN } from '../../time.ts';
import { changesOf, listOf, QueryFlag } from '../common.ts';
import { Email } from '../email.ts';
import { EndpointId } from '../keys/key.ts';

/** Case is ignored, as all mail servers in use do. */
export const MemberAddress = z.pipe(
  Email,
  z.transform((address) => asciiAddress(address)?.toLowerCase() ?? address),
);

const EndpointIds = listOf(EndpointId, 1, ENDPOINTS_PER_KEY_MAX, 'endpoints');

export const MemberCreate = z.object({
  address: MemberAddress,
  role: z.enum(ROLES),
  endpointIds: z.optional(EndpointIds),
});
export type MemberCreate = z.output<typeof MemberCreate>;

export const MemberUpdate = changesOf(z.object({ role: z.enum(ROLES), endpointIds: z.nullable(EndpointIds) }));
export type MemberUpdate = z.output<typeof MemberUpdate>;

export const MemberDeletion = z.object({ withKeys: z.optional(QueryFlag) });

/** A member in responses. `endpointIds` is only present if it is limited to them. */
export const Member = z.object({
  id: z.string(),
  workspaceId: z.string(),
  address: z.string(),
  role: z.enum(ROLES),
  endpointIds: z.optional(z.array(z.string())),
  createdAt: z.string().check(z.regex(TIME_PATTERN)),
});
export type Member = z.output<typeof Member>;

export const MemberList = z.object({ members: z.array(Member) });
