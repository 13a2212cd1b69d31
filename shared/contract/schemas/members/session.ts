import * as z from 'zod/mini';
import { ROLES } from '../../roles.ts';
import { TIME_PATTERN } from '../../time.ts';
import { MemberAddress } from './member.ts';

/** Issued to a browser that signed in: strangers cannot use up the codes of those that have one. */
const Device = z.string().check(z.regex(/^\d{1,6}\.[A-Za-z0-9_-]{43}$/, 'must be the device of a sign-in'));

export const SignInCodeRequest = z.object({ address: MemberAddress, device: z.optional(Device) });

const HANDLE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Whether or not the address is a member's. The handle keeps a code that is read out to somebody else of no use. */
export const SignInCode = z.object({ handle: z.string() });
export type SignInCode = z.output<typeof SignInCode>;

/** From the link in a mail with a code. */
export const MuteRequest = z.object({
  token: z.string().check(z.regex(/^[\w-]{43}\.[\w-]{43}$/, 'must be the token of the link')),
});

export const SignInRequest = z.object({
  handle: z.string().check(z.regex(HANDLE_PATTERN, 'must be the handle of the request for the code')),
  code: z.pipe(
    z.string().check(z.regex(/^[\s-]*(?:\d[\s-]*){8}$/, 'must have 8 digits')),
    z.transform((code) => code.replace(/\D/g, '')),
  ),
});

/** A session in one of the member's workspaces. */
export const SignedIn = z.object({
  id: z.string(),
  secret: z.string(),
  workspaceId: z.string(),
  workspaceName: z.string(),
  memberId: z.string(),
  role: z.enum(ROLES),
  endpointIds: z.optional(z.array(z.string())),
  expiresAt: z.string(),
});
export type SignedIn = z.output<typeof SignedIn>;

export const SignInResult = z.object({ address: z.string(), device: z.string(), sessions: z.array(SignedIn) });
export type SignInResult = z.output<typeof SignInResult>;

/** A member's session in responses, without its secret. `lastAccess` is present after its first use. */
export const Session = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string().check(z.regex(TIME_PATTERN)),
  expiresAt: z.string().check(z.regex(TIME_PATTERN)),
  lastAccess: z.optional(z.string().check(z.regex(TIME_PATTERN))),
});
export type Session = z.output<typeof Session>;

export const SessionList = z.object({ sessions: z.array(Session) });
