import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../contract/errors.ts';
import { CHALLENGE_HEADER } from '../contract/headers.ts';
import type { Operation } from '../contract/operations/define.ts';
import { hashSecret, isWellFormedSecret, keyIdOf, sameHash } from '../storage/keySecret.ts';
import { isAccepted, type Keys } from '../storage/keys.ts';
import { type Caller, type MiddlewareRequest, middleware } from './middleware.ts';

/** A function instance records a key's use at most once in this time. */
const NOTE_INTERVAL_MS = 30_000;
/** Recording a key's use delays a response at most until this long after the request's start. */
const NOTE_WAIT_MAX_MS = 200;
/** Keys for which an instance remembers the last recorded use. */
const NOTES_MAX = 1_000;

/** The same error for a missing, malformed, unknown, revoked or expired credential. */
const unauthorized = (cause?: unknown): ApiError =>
  new ApiError('UNAUTHORIZED', 'A valid API key is required: send the header "Authorization: Bearer <key>".', {
    cause,
    headers: { [CHALLENGE_HEADER]: 'Bearer' },
  });

/**
 * Authenticates the caller. A malformed credential is rejected without a read. Otherwise the key is read in parallel
 * with the handler's own reads; the response waits for it, and an authentication error takes precedence over any other,
 * so that strangers learn nothing.
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

  /**
   * Runs in parallel with the read, ignores failures, and has usually finished by the time the response waits for it.
   */
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
    // Prevents an unhandled rejection until somebody awaits the promise.
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
