import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../contract/errors.ts';
import { CHALLENGE_HEADER } from '../contract/headers.ts';
import type { Operation } from '../contract/operations/define.ts';
import { hashSecret, isWellFormedSecret, keyIdOf, sameHash } from '../storage/keySecret.ts';
import { isAccepted, type Keys } from '../storage/keys.ts';
import { type Caller, type MiddlewareRequest, middleware } from './middleware.ts';

/** A key's use is noted by one function instance at most once in this time. */
const NOTE_INTERVAL_MS = 30_000;
/** A slow note delays an answer by no more than this, counted from the request's beginning. */
const NOTE_WAIT_MAX_MS = 200;
/** Keys whose last note an instance remembers; what is forgotten is noted once more. */
const NOTES_MAX = 1_000;

/** One and the same answer for a credential that is missing, malformed, unknown, revoked or expired. */
const unauthorized = (cause?: unknown): ApiError =>
  new ApiError('UNAUTHORIZED', 'A valid API key is required: send the header "Authorization: Bearer <key>".', {
    cause,
    headers: { [CHALLENGE_HEADER]: 'Bearer' },
  });

/**
 * Finds out who calls. A malformed credential is refused without a read. Otherwise the key's item is read while
 * the handler makes its own reads; nothing is answered before it is known, and its refusal comes before any
 * other error, so that a stranger learns nothing.
 */
export const authentication = (operation: Operation, keys: Keys) => {
  const notedAt = new Map<string, number>();

  const identify = async (secret: string): Promise<Caller> => {
    const hash = hashSecret(secret);
    const key = await keys.find(keyIdOf(hash));
    if (!key || !sameHash(key.secretHash, hash) || !isAccepted(key, new Date())) throw unauthorized();
    if (operation.permission === 'write' && key.permission === 'read') {
      throw new ApiError('FORBIDDEN', 'This key is read-only.');
    }
    return { workspaceId: key.workspaceId, keyId: key.id, permission: key.permission, expiresAt: key.expiresAt };
  };

  /** Goes out beside the read, fails silently, and is waited for at the end, when it has mostly long been done. */
  const noteAccess = async (secret: string): Promise<void> => {
    const id = keyIdOf(hashSecret(secret));
    const now = Date.now();
    if (now - (notedAt.get(id) ?? 0) < NOTE_INTERVAL_MS) return;
    if (notedAt.size >= NOTES_MAX) notedAt.clear();
    notedAt.set(id, now);
    const noted = keys.noteAccess(id, new Date(now)).catch(() => notedAt.delete(id));
    await Promise.race([noted, sleep(NOTE_WAIT_MAX_MS, undefined, { ref: false })]);
  };

  const begin = ({ internal }: MiddlewareRequest): void => {
    const secret = /^bearer +(\S+)$/i.exec(internal.headers.authorization?.trim() ?? '')?.[1];
    if (secret === undefined || !isWellFormedSecret(secret)) throw unauthorized();
    internal.keyId = keyIdOf(hashSecret(secret));
    internal.caller = identify(secret);
    // Whoever awaits it gets the refusal; until then it must not count as unhandled.
    internal.caller.then(
      ({ workspaceId }) => {
        internal.workspaceId = workspaceId;
      },
      () => undefined,
    );
    internal.accessNoted = noteAccess(secret);
  };

  const settle = async ({ internal }: MiddlewareRequest): Promise<void> => {
    await internal.accessNoted;
    await internal.caller;
  };

  const preferRefusal = async (request: MiddlewareRequest): Promise<void> => {
    // At the deadline nothing is waited for any more, and a 504 tells a stranger nothing.
    if (request.error instanceof ApiError && request.error.code === 'GATEWAY_TIMEOUT') return;
    try {
      await settle(request);
    } catch (refusal) {
      request.error = refusal as Error;
    }
  };

  return middleware({ before: begin, after: settle, onError: preferRefusal });
};
