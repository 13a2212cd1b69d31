import { tooManyRequests } from '../../shared/contract/headers.ts';
import { INVITATIONS_PER_ADDRESS_MAX, INVITATIONS_PER_HOUR_MAX } from '../../shared/contract/limits.ts';
import { createMember } from '../../shared/contract/operations/members.ts';
import { createOnce } from '../../shared/http/createOnce.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { requireMayGive, requireUnlimited } from '../../shared/http/members.ts';
import { serve } from '../../shared/http/serve.ts';
import { log } from '../../shared/runtime/log.ts';
import { SignInQueue } from '../../shared/signIn/signInQueue.ts';
import { perDay, perHour, RateLimits, secondsToNextHour } from '../../shared/storage/counters/rateLimits.ts';
import { requireListed } from '../../shared/storage/endpoints/requireListed.ts';
import { personOf } from '../../shared/storage/members/memberKeys.ts';
import { Members } from '../../shared/storage/members/members.ts';
import { type StoredMember, shownMember } from '../../shared/storage/members/storedMember.ts';
import type { TableAccess } from '../../shared/storage/table/table.ts';

interface OwnDependencies extends Dependencies {
  signInQueue: Pick<SignInQueue, 'sendInvitation'>;
}

export const createHandler = serve(
  createMember,
  async ({ body, authenticate, ...request }, { table, signInQueue }: OwnDependencies) => {
    const { caller } = await authenticate();
    requireUnlimited(caller);
    requireMayGive(caller, body.role);
    const { workspaceId } = caller;
    return createOnce(createMember, request, { table, caller }, async (recordOf) => {
      if (body.endpointIds) await requireListed(table, workspaceId, body.endpointIds);
      await countInvitation(table, workspaceId);
      const record = (member: StoredMember) => recordOf(shownMember(member));
      const member = await new Members(table).create(workspaceId, body, record);
      // The member can sign in without the mail.
      const failed = (error: unknown) => log('error', 'no invitation', { workspaceId, memberId: member.id }, error);
      await invite(member, table, signInQueue).catch(failed);
      return shownMember(member);
    });
  },
);

/** @throws ApiError TOO_MANY_REQUESTS beyond the workspace's limit */
async function countInvitation(table: TableAccess, workspaceId: string): Promise<void> {
  const now = Date.now();
  const max = INVITATIONS_PER_HOUR_MAX;
  if (await new RateLimits(table).count(perHour(workspaceId, 'invitations', max, now))) return;
  throw tooManyRequests(`${max} people were invited in this hour: try again in the next.`, secondsToNextHour(now));
}

/** Mails nobody often who is added and deleted repeatedly. */
async function invite(
  { id: memberId, workspaceId, address }: StoredMember,
  table: TableAccess,
  signInQueue: OwnDependencies['signInQueue'],
): Promise<void> {
  const ofPerson = perDay(personOf(address), 'invitations', INVITATIONS_PER_ADDRESS_MAX, Date.now());
  if (await new RateLimits(table).count(ofPerson)) await signInQueue.sendInvitation({ workspaceId, memberId });
}

export const handler = operationFromEnvironment(createHandler, {
  settings: ['signInQueueUrl'],
  make: ({ signInQueueUrl }) => ({ signInQueue: new SignInQueue(signInQueueUrl) }),
});
