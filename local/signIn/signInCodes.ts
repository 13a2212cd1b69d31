import { randomBytes } from 'node:crypto';
import type { SignInKey } from '../../site/app/api/signInPath.ts';

export const CODE_VALID_MS = 10 * 60_000;

/** 128 bits cannot be guessed. */
const CODE_BYTES = 16;

/**
 * Codes of sign-in links. Each can be exchanged for its key once, within `CODE_VALID_MS`, so a code in a browser's
 * history is worthless. Kept in memory only: a restart ends them.
 */
export class SignInCodes {
  readonly #now: () => number;
  readonly #grants = new Map<string, SignInKey & { expiresAtMs: number }>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issue({ apiKey }: SignInKey): string {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    this.#grants.set(code, { apiKey, expiresAtMs: this.#now() + CODE_VALID_MS });
    return code;
  }

  spend(code: string): SignInKey | undefined {
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    return grant && this.#now() < grant.expiresAtMs ? { apiKey: grant.apiKey } : undefined;
  }
}
