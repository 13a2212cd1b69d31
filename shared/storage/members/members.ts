import { randomUUID } from 'node:crypto';
import { ApiError, invalidInput } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import type { MemberCreate, MemberUpdate } from '../../contract/schemas/members/member.ts';
import { formatTime } from '../../contract/time.ts';
import { newId } from '../../runtime/newId.ts';
import { quotaReached } from '../counters/quotas.ts';
import { whileChanging } from '../endpoints/whileChanging.ts';
import { ABSENT, hasValues, inPartition, onlyIf, PRESENT, setAll } from '../table/expressions.ts';
import { unlessConditionFails } from '../table/ifConditionHolds.ts';
import { keyKey, workspaceKey } from '../table/itemKeys.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readEach } from '../table/stored.ts';
import { type Alongside, type Item, nothing, type TableAccess, type TransactionWrite } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { storedRights } from '../workspaces/storedKey.ts';
import { countMembers } from './memberCounts.ts';
import { MEMBER_SORT_PREFIX, memberKey, membershipKey, personOf } from './memberKeys.ts';
import { type CHANGED_MEMBER_ATTRIBUTES, parseMember, rightsOfSession, type StoredMember } from './storedMember.ts';

/** @throws ApiError if the caller may not change this member */
type Check = (member: StoredMember) => void;

export class Members {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  async find(workspaceId: string, id: string): Promise<StoredMember | undefined> {
    const item = isId('member', id) ? await this.#table.get(memberKey(workspaceId, id)) : undefined;
    return item && parseMember(item);
  }

  /** @throws ApiError NOT_FOUND when the workspace has no such member */
  async require(workspaceId: string, id: string): Promise<StoredMember> {
    const member = await this.find(workspaceId, id);
    if (!member) throw memberNotFound();
    return member;
  }

  /** A workspace's members, oldest first, without those that cannot be read. */
  async list(workspaceId: string): Promise<StoredMember[]> {
    return readEach(await memberItems(this.#table, workspaceId), parseMember).read;
  }

  /** @throws ApiError CONFLICT if the address is a member's, USAGE_EXCEEDED when the workspace is full */
  async create(
    workspaceId: string,
    fields: MemberCreate,
    alongside: Alongside<StoredMember> = nothing,
  ): Promise<StoredMember> {
    const { member, writes } = prepareMember(workspaceId, fields);
    const owners = fields.role === 'owner' ? 1 : 0;
    const write = this.#table.transact([
      countMembers(workspaceId, { members: 1, owners }),
      ...writes,
      ...alongside(member),
    ]);
    await unlessConditionFails(write, (cause) =>
      cause.index === 0
        ? quotaReached('memberCount', cause)
        : new ApiError('CONFLICT', 'Somebody with this address is a member already.', { cause }),
    );
    return member;
  }

  /**
   * Changes a member's rights, and in the same transaction those of the sessions.
   * @throws ApiError NOT_FOUND, CONFLICT for the last owner, and as `check`
   */
  update(workspaceId: string, id: string, changes: MemberUpdate, check: Check): Promise<StoredMember> {
    return this.#change(workspaceId, id, async (member) => {
      check(member);
      const role = changes.role ?? member.rights.role;
      const endpointIds = changes.endpointIds === undefined ? member.rights.endpointIds : changes.endpointIds;
      const rights = { role, ...(endpointIds && { endpointIds }) };
      requireWhole(rights);
      const owners = Number(role === 'owner') - Number(member.rights.role === 'owner');
      const ofSession = storedRights(rightsOfSession({ id, rights }));
      await this.#transact(workspaceId, owners, [
        changing(member, { rights }),
        ...liveSessions(member).map((session) => ({
          Update: onlyIf(PRESENT, { Key: keyKey(session), ...setAll(ofSession) }),
        })),
      ]);
      return { ...member, rights };
    });
  }

  /**
   * Deletes a member, and ends the sessions.
   * @throws ApiError NOT_FOUND, CONFLICT for the last owner, and as `check`
   */
  delete(workspaceId: string, id: string, check: Check): Promise<void> {
    return this.#change(workspaceId, id, async (member) => {
      check(member);
      const owners = member.rights.role === 'owner' ? -1 : 0;
      await this.#transact(workspaceId, owners, removing(member), -1);
    });
  }

  /** Deletes all members of a workspace that was closed, even unreadable ones. @returns how many items were deleted */
  async deleteAll(workspaceId: string): Promise<number> {
    let deleted = 0;
    for (const { PK, SK } of (await memberItems(this.#table, workspaceId)) as ItemKey[]) {
      const read = () => this.#table.get({ PK, SK });
      const remove = async (item: Item | undefined) => {
        const writes = item ? removing(item as unknown as StoredMember) : [];
        if (item) await this.#table.transact(writes);
        deleted += writes.length;
      };
      await whileChanging(await read(), read, remove, 'member');
    }
    return deleted;
  }

  /** Changes a member's sessions, together with their items. */
  changeSessions<T>(
    workspaceId: string,
    id: string,
    changeOf: (member: StoredMember) => { sessions: StoredMember['sessions']; writes: TransactionWrite[]; result: T },
  ): Promise<T> {
    return this.#change(workspaceId, id, async (member) => {
      const { sessions, writes, result } = changeOf(member);
      await this.#table.transact([changing(member, { sessions }), ...writes]);
      return result;
    });
  }

  async #change<T>(workspaceId: string, id: string, write: (member: StoredMember) => Promise<T>): Promise<T> {
    const read = () => this.require(workspaceId, id);
    return whileChanging(await read(), read, write, 'member');
  }

  async #transact(workspaceId: string, owners: number, writes: TransactionWrite[], members = 0): Promise<void> {
    const isCounted = owners !== 0 || members !== 0;
    const counted = isCounted ? [countMembers(workspaceId, { members, owners })] : [];
    await unlessConditionFails(this.#table.transact([...writes, ...counted]), (cause) =>
      cause.indexes.includes(writes.length) && owners < 0
        ? new ApiError('CONFLICT', 'A workspace needs an owner: make somebody else one first.', { cause })
        : cause,
    );
  }
}

export function prepareMember(workspaceId: string, { address, ...rights }: MemberCreate) {
  requireWhole(rights);
  const id = newId('member');
  const createdAt = formatTime(new Date());
  const member = {
    id,
    workspaceId,
    address,
    rights,
    createdAt,
    sessions: {},
    stamp: randomUUID(),
  } satisfies StoredMember;
  const writes: TransactionWrite[] = [
    { Put: { Item: { ...membershipKey(personOf(address), workspaceId), memberId: id }, ...ABSENT } },
    { Put: { Item: { ...memberKey(workspaceId, id), ...member }, ...ABSENT } },
  ];
  return { member, writes };
}

/** @throws ApiError BAD_REQUEST for an owner who sees only a part of the workspace: nobody else could manage the rest */
function requireWhole({ role, endpointIds }: StoredMember['rights']): void {
  if (role === 'owner' && endpointIds)
    throw invalidInput('body', ['endpointIds must be left out or null for an owner']);
}

/** At most 100, so one query finds them all. */
export async function memberItems(table: Pick<TableAccess, 'query'>, workspaceId: string): Promise<Item[]> {
  const { Items = [] } = await table.query(inPartition(workspaceKey(workspaceId).PK, MEMBER_SORT_PREFIX));
  return Items;
}

const memberNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such member.');

/** Requires that the member is unchanged since the read. */
const changing = (
  { workspaceId, id, stamp }: StoredMember,
  changes: WrittenFrom<typeof CHANGED_MEMBER_ATTRIBUTES>,
): TransactionWrite => ({
  Update: onlyIf(hasValues({ stamp }), {
    Key: memberKey(workspaceId, id),
    ...setAll({ ...changes, stamp: randomUUID() }),
  }),
});

const removing = (member: StoredMember): TransactionWrite[] => {
  const { workspaceId, id, address, stamp, sessions } = member;
  return [
    { Delete: { Key: memberKey(workspaceId, id), ...hasValues({ stamp }) } },
    { Delete: { Key: membershipKey(personOf(address), workspaceId) } },
    ...Object.keys(sessions).map((session) => ({ Delete: { Key: keyKey(session) } })),
  ];
};

/** Sessions that have not expired. The items of others may be gone. */
const liveSessions = ({ sessions }: StoredMember): string[] => {
  const now = formatTime(new Date());
  return Object.keys(sessions).filter((id) => (sessions[id] ?? '') > now);
};
