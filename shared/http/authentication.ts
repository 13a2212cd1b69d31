import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../contract/errors.ts';
import type { Operation } from '../contract/operations/define.ts';
import { isAtLeast, leastRoleOf } from '../contract/roles.ts';
import { NEVER } from '../contract/time.ts';
import { keyKey } from '../storage/table/itemKeys.ts';
import { type Lookups, type Results, readTogether } from '../storage/table/lookup.ts';
import type { Caller } from '../storage/table/ownership.ts';
import type { Item, TableAccess } from '../storage/table/table.ts';
import { identityOf } from '../storage/workspaces/keySecret.ts';
import { type Keys, validKey } from '../storage/workspaces/keys.ts';
import { secretIn, unauthorized } from './bearer.ts';
import { type MiddlewareRequest, middleware } from './middleware.ts';
import { requireWithinNarrowing } from './narrowed.ts';

/** A function instance records a key's use at most once in this time. */
const NOTE_INTERVAL_MS = 30_000;
/** Recording a key's use delays a response at most until this long after the request's start. */
const NOTE_WAIT_MAX_MS = 200;
/** Keys for which an instance remembers the last recorded use. */
const NOTES_MAX = 1_000;

interface AuthenticationDependencies {
  keys: Pick<Keys, 'noteAccess'>;
  table: Pick<TableAccess, 'get' | 'getAll'>;
}

/**
 * Authenticates the caller. A malformed credential is rejected without a read. Otherwise the handler has the key read
 * together with the items that it needs. Without an authenticated caller there is no response, and an authentication
 * error takes precedence over any other, so that strangers learn nothing.
 */
export const authentication = (operation: Operation, { keys, table }: AuthenticationDependencies) => {
  const notedAt = new Map<string, number>();

  const identify = (item: Item | undefined, hash: string): Caller => {
    const key = validKey(item, hash);
    if (!key) throw unauthorized();
    const { workspaceId, id: keyId, permission, narrowing, memberId, role } = key;
    const least = leastRoleOf(operation);
    if (role && !isAtLeast(role, least)) {
      throw new ApiError('FORBIDDEN', `Your role, ${role}, does not allow this: it takes the role ${least}.`);
    }
    if (operation.permission === 'write' && permission === 'read') {
      throw new ApiError('FORBIDDEN', 'This key is read-only.');
    }
    // Keys that a member makes outlast the session.
    const expiresAt = role ? NEVER : key.expiresAt;
    return { workspaceId, keyId, permission, expiresAt, narrowing, memberId, role, madeBy: memberId ?? key.madeBy };
  };

  /**
   * Runs in parallel with the read, ignores failures, and has usually finished by the time the response waits for it.
   */
  const noteAccess = async (id: string): Promise<void> => {
    const now = Date.now();
    if (now - (notedAt.get(id) ?? 0) < NOTE_INTERVAL_MS) return;
    if (notedAt.size >= NOTES_MAX) notedAt.clear();
    notedAt.set(id, now);
    const noted = keys.noteAccess(id, new Date(now)).catch(() => notedAt.delete(id));
    await Promise.race([noted, sleep(NOTE_WAIT_MAX_MS, undefined, { ref: false })]);
  };

  const begin = ({ internal }: MiddlewareRequest): void => {
    const { id: keyId, hash } = identityOf(secretIn(internal.headers));
    internal.keyId = keyId;
    internal.authenticate = async <L extends Lookups>(lookups = {} as L) => {
      const key = keyKey(keyId);
      const reading = readTogether(table, [key, ...Object.values(lookups).flatMap((lookup) => lookup.keys)]);
      internal.caller = reading.then((found) => {
        const caller = identify(found(key), hash);
        if (caller.narrowing) requireWithinNarrowing(operation, internal.named, caller.narrowing);
        return caller;
      });
      const caller = await internal.caller;
      const found = await reading;
      internal.workspaceId = caller.workspaceId;
      const results = Object.entries(lookups).map(([name, lookup]) => [
        name,
        lookup.from(lookup.keys.map(found), caller),
      ]);
      internal.began = caller;
      return { ...(Object.fromEntries(results) as Results<L>), caller };
    };
    internal.accessNoted = noteAccess(keyId);
  };

  const settle = async ({ internal }: MiddlewareRequest): Promise<void> => {
    await internal.accessNoted;
    await (internal.caller ?? internal.authenticate?.());
  };

  const preferRefusal = async (request: MiddlewareRequest): Promise<void> => {
    // At the deadline, the response does not wait for authentication: a 504 reveals nothing.
    if (request.error instanceof ApiError && request.error.code === 'GATEWAY_TIMEOUT') return;
    try {
      await settle(request);
    } catch (refusal) {
      request.error = refusal as Error;
    }
  };

  return middleware({ before: begin, after: settle, onError: preferRefusal });
};
