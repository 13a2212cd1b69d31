import { MUTED_HOURS, WORKSPACES_PER_PERSON_MAX } from '../../contract/limits.ts';
import { inPartition, selecting } from '../table/expressions.ts';
import { workspaceIdOf } from '../table/itemKeys.ts';
import type { TableAccess } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { membershipKey, muteKey } from './memberKeys.ts';

export interface MembershipOf {
  workspaceId: string;
  memberId: string;
}

/**
 * The workspaces of which a person is a member, and whether the person gets no codes at present. The first memberships
 * count, so that nobody can push somebody out of a workspace by adding the address to others.
 */
export async function readPerson(table: Pick<TableAccess, 'query'>, person: string) {
  const { Items = [] } = await table.query({
    ...inPartition(membershipKey(person, '').PK),
    ...selecting('SK', 'memberId', 'mutedUntil'),
  });
  const memberships = Items.filter(({ memberId }) => memberId !== undefined);
  // Ids sort by time.
  memberships.sort((a, b) => (String(a.memberId) < String(b.memberId) ? -1 : 1));
  return {
    isMuted: Items.some(({ mutedUntil }) => Number(mutedUntil ?? 0) > Date.now()),
    memberships: memberships
      .slice(0, WORKSPACES_PER_PERSON_MAX)
      .map(
        ({ SK, memberId }): MembershipOf => ({
          workspaceId: workspaceIdOf({ PK: String(SK) }),
          memberId: String(memberId),
        }),
      ),
  };
}

export const membershipsOf = async (table: Pick<TableAccess, 'query'>, person: string): Promise<MembershipOf[]> =>
  (await readPerson(table, person)).memberships;

export const MUTE_ATTRIBUTES = ['mutedUntil', 'ttl'] as const;

export async function mute(table: Pick<TableAccess, 'put'>, person: string): Promise<void> {
  const mutedUntil = Date.now() + MUTED_HOURS * 3_600_000;
  const item = { mutedUntil, ttl: Math.ceil(mutedUntil / 1_000) } satisfies WrittenFrom<typeof MUTE_ATTRIBUTES>;
  await table.put({ ...muteKey(person), ...item }, {});
}
