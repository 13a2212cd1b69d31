import { randomBytes } from 'node:crypto';
import { hashSecret, keyIdOf } from '../shared/storage/keySecret.ts';
import type { SignInKey, SignInOffer } from '../site/app/api/signInPaths.ts';

export const CODE_VALID_MS = 10 * 60_000;

/** 128 bits cannot be guessed. */
const CODE_BYTES = 16;

/** The key that a code is exchanged for, and its workspace. */
type Grant = SignInKey & Pick<SignInOffer, 'workspaceId'>;

/**
 * Codes of sign-in links. Each can be exchanged for its key once, within `CODE_VALID_MS`, so a code in a browser's
 * history is worthless. Kept in memory only: a restart ends them.
 */
export class SignInCodes {
  readonly #now: () => number;
  readonly #grants = new Map<string, Grant & { expiresAtMs: number }>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issue({ workspaceId, apiKey }: Grant): string {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    this.#grants.set(code, { workspaceId, apiKey, expiresAtMs: this.#now() + CODE_VALID_MS });
    return code;
  }

  peek(code: string): SignInOffer | undefined {
    const grant = this.#find(code);
    return grant && { workspaceId: grant.workspaceId, keyId: keyIdOf(hashSecret(grant.apiKey)) };
  }

  spend(code: string): SignInKey | undefined {
    const grant = this.#find(code);
    this.#grants.delete(code);
    return grant && { apiKey: grant.apiKey };
  }

  #find(code: string): Grant | undefined {
    const grant = this.#grants.get(code);
    if (grant && this.#now() < grant.expiresAtMs) return grant;
    this.#grants.delete(code);
    return undefined;
  }
}
