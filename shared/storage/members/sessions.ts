import { ApiError } from '../../contract/errors.ts';
import { SESSION_HOURS, SESSIONS_PER_MEMBER_MAX } from '../../contract/limits.ts';
import type { Session } from '../../contract/schemas/members/session.ts';
import { formatTime } from '../../contract/time.ts';
import { type NewEntry, newEntryItem } from '../audit/addEntry.ts';
import { ABSENT } from '../table/expressions.ts';
import { keyKey } from '../table/itemKeys.ts';
import { readEach } from '../table/stored.ts';
import type { TableAccess } from '../table/table.ts';
import { identityOf, newSecret } from '../workspaces/keySecret.ts';
import { notedUntil } from '../workspaces/keys.ts';
import { parseKey, type StoredKey, storedKey } from '../workspaces/storedKey.ts';
import { Members } from './members.ts';
import type { MembershipOf } from './memberships.ts';
import { rightsOfSession, type StoredMember } from './storedMember.ts';

const HOUR_MS = 3_600_000;
/** Items of expired sessions are kept this long, at least. */
const KEPT_S = 86_400;

/** The sessions of members: keys with an expiry, whose ids and expiries are in the member's item too. */
export class Sessions {
  readonly #table: TableAccess;
  readonly #members: Members;

  constructor(table: TableAccess) {
    this.#table = table;
    this.#members = new Members(table);
  }

  /**
   * Begins a session, which ends the member's oldest if there are too many, and records it in the audit log.
   * @param name of the browser
   * @throws ApiError NOT_FOUND if the member is gone
   */
  async begin(
    { workspaceId, memberId }: MembershipOf,
    name: string,
    origin: Pick<NewEntry, 'requestId' | 'country'>,
  ): Promise<{ member: StoredMember; session: StoredKey; secret: string }> {
    const secret = newSecret('session');
    const { id, hash: secretHash } = identityOf(secret);
    const now = Date.now();
    const [createdAt, expiresAt] = [now, now + SESSION_HOURS * HOUR_MS].map((ms) => formatTime(new Date(ms))) as [
      string,
      string,
    ];
    const entry = { actor: memberId, operation: 'signIn', object: id, ...origin };
    const recorded = newEntryItem(workspaceId, entry);
    return this.#members.changeSessions(workspaceId, memberId, (member) => {
      const session = { id, workspaceId, name, secretHash, createdAt, expiresAt, ...rightsOfSession(member) };
      const { kept, ended } = withRoom(member, createdAt);
      const item = {
        ...keyKey(id),
        ...storedKey(session),
        ...notedUntil(session),
        ttl: Math.ceil(now / 1_000) + SESSION_HOURS * 3_600 + KEPT_S,
      };
      return {
        sessions: { ...kept, [id]: expiresAt },
        writes: [
          { Put: { Item: item, ...ABSENT } },
          { Put: { Item: recorded, ...ABSENT } },
          ...ended.map((each) => ({ Delete: { Key: keyKey(each) } })),
        ],
        result: { member, session, secret },
      };
    });
  }

  /** Those of a member that have not expired, latest first. */
  async list(workspaceId: string, memberId: string): Promise<Session[]> {
    const { sessions } = await this.#members.require(workspaceId, memberId);
    const items = await this.#table.getAll(Object.keys(sessions).map(keyKey));
    const now = formatTime(new Date());
    return readEach(items, parseKey)
      .read.filter(({ expiresAt }) => expiresAt > now)
      .map(({ id, name, createdAt, expiresAt, lastAccess }) => ({
        ...{ id, name, createdAt, expiresAt },
        ...(lastAccess !== undefined && { lastAccess }),
      }))
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  /**
   * Ends one of a member's sessions, or all.
   * @throws ApiError NOT_FOUND if it is none of the member's
   */
  end(workspaceId: string, memberId: string, id?: string): Promise<void> {
    return this.#members.changeSessions(workspaceId, memberId, ({ sessions }) => {
      const { [id ?? '']: ended, ...others } = sessions;
      if (id !== undefined && ended === undefined) throw sessionNotFound();
      const gone = id === undefined ? Object.keys(sessions) : [id];
      return {
        sessions: id === undefined ? {} : others,
        writes: gone.map((each) => ({ Delete: { Key: keyKey(each) } })),
        result: undefined,
      };
    });
  }
}

const sessionNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such session.');

/** Leaves room for one more session: drops those that have expired, and the oldest ones. */
function withRoom({ sessions }: StoredMember, now: string) {
  const byExpiry = Object.entries(sessions).sort(([, a], [, b]) => b.localeCompare(a));
  const kept = byExpiry.filter(([, expiresAt]) => expiresAt > now).slice(0, SESSIONS_PER_MEMBER_MAX - 1);
  const ended = byExpiry.map(([id]) => id).filter((id) => !kept.some(([other]) => other === id));
  return { kept: Object.fromEntries(kept), ended };
}
