import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { DEVICE_DAYS, SIGN_IN_ATTEMPTS_MAX, SIGN_IN_CODE_MINUTES } from '../../contract/limits.ts';
import { ABSENT, onlyIf, setAll } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { findOrMakeSecret, findSecret } from '../table/secrets.ts';
import { readStored } from '../table/stored.ts';
import { ConditionFailed, type Item, type TableAccess } from '../table/table.ts';
import { attributeNames } from '../table/written.ts';
import { signInCodeKey, signInSecretKey } from './memberKeys.ts';

const HANDLE_BYTES = 32;
const DIGITS = 8;
/** Kept after its end, until its failures are recorded. */
const KEPT_S = 86_400;

const StoredCode = z.object({
  person: z.string(),
  device: z.optional(z.string()),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
  attempts: z.number(),
  isUsed: z.optional(z.boolean()),
  ttl: z.number(),
});
type StoredCode = z.output<typeof StoredCode>;

export const NEW_CODE_ATTRIBUTES = /* @__PURE__ */ attributeNames(/* @__PURE__ */ z.omit(StoredCode, { isUsed: true }));
/** Attributes that an attempt writes, or reads in its condition. */
export const CODE_ATTEMPT_ATTRIBUTES = ['attempts', 'endsAt', 'isUsed'] as const;

/**
 * Codes for signing in. A code is derived from its handle, which only the tab that asked for it has, and from a secret
 * of the service: so none is stored, and a mail that is sent twice has the same one.
 */
export class SignInCodes {
  readonly #table: Pick<TableAccess, 'get' | 'put' | 'update'>;

  constructor(table: Pick<TableAccess, 'get' | 'put' | 'update'>) {
    this.#table = table;
  }

  static newHandle = (): string => randomBytes(HANDLE_BYTES).toString('base64url');

  /** Lets a person sign in with the code of this handle. */
  async open(handle: string, person: string, device?: string): Promise<void> {
    const endsAt = Date.now() + SIGN_IN_CODE_MINUTES * 60_000;
    const ttl = Math.ceil(endsAt / 1_000) + KEPT_S;
    const code = { person, ...(device && { device }), endsAt, attempts: 0, ttl } satisfies StoredCode;
    // A repetition by the SDK, after a lost response, finds the item.
    await ifConditionHolds(this.#table.put({ ...signInCodeKey(handle), ...code }, ABSENT));
  }

  /** The digits, whose they are, and whether a browser that signed in before asked; undefined once the code has ended. */
  async find(handle: string): Promise<{ digits: string; person: string; isKnown: boolean } | undefined> {
    const code = await this.#find(handle);
    if (!code || code.isUsed || code.endsAt <= Date.now()) return undefined;
    const secret = await findOrMakeSecret(this.#table, signInSecretKey());
    if (!isGenuine(secret, code)) return undefined;
    return { digits: derived(secret, handle), person: code.person, isKnown: code.device !== undefined };
  }

  /** The digits alone. */
  async codeOf(handle: string): Promise<string | undefined> {
    return (await this.find(handle))?.digits;
  }

  /** A token by which requests for codes show that they are from a browser in which a person signed in. */
  async deviceOf(person: string): Promise<string> {
    return deviceToken(await findOrMakeSecret(this.#table, signInSecretKey()), person, today());
  }

  /** The token with which a person can mute codes today and tomorrow: old mails may be in other hands by then. */
  async muteTokenOf(person: string): Promise<string> {
    return muteToken(await findOrMakeSecret(this.#table, signInSecretKey()), person, today());
  }

  /** The person that a token is of, if it is genuine and recent. */
  async personMuting(token: string): Promise<string | undefined> {
    const [person = ''] = token.split('.');
    const secret = await findSecret(this.#table, signInSecretKey());
    const isOf = (day: number) => secret !== undefined && isSame(muteToken(secret, person, day), token);
    return isOf(today()) || isOf(today() - 1) ? person : undefined;
  }

  /**
   * Counts an attempt before it compares, so that no number of requests at once gets more attempts. A code works once.
   * @returns the person, if the code is right
   */
  async take(handle: string, given: string): Promise<string | undefined> {
    const [secret, counted] = await Promise.all([
      findSecret(this.#table, signInSecretKey()),
      this.#countAttempt(handle),
    ]);
    if (!counted || secret === undefined) return undefined;
    const code = readStored(StoredCode, counted);
    if (!isGenuine(secret, code) || !isSame(derived(secret, handle), given)) return undefined;
    const use = { Key: signInCodeKey(handle), ...setAll({ isUsed: true }), ReturnValues: 'NONE' as const };
    const isFirst = await ifConditionHolds(this.#table.update(onlyIf(UNUSED, use)));
    return isFirst ? code.person : undefined;
  }

  /** Returns the code's item if another attempt is allowed. */
  async #countAttempt(handle: string): Promise<Item | undefined> {
    try {
      return await this.#table.update({
        Key: signInCodeKey(handle),
        UpdateExpression: 'SET attempts = attempts + :one',
        ConditionExpression: `attempts < :max AND endsAt > :now AND ${UNUSED.ConditionExpression}`,
        ExpressionAttributeValues: { ':max': SIGN_IN_ATTEMPTS_MAX, ':now': Date.now(), ':one': 1 },
      });
    } catch (error) {
      if (error instanceof ConditionFailed) return undefined;
      throw error;
    }
  }

  /** Whose code it is, and how many attempts at it failed. */
  async failuresOf(handle: string): Promise<{ person: string; failed: number } | undefined> {
    const code = await this.#find(handle);
    // Codes of made-up devices never work, and have no limit.
    if (!code || !isGenuine(await findOrMakeSecret(this.#table, signInSecretKey()), code)) return undefined;
    return { person: code.person, failed: code.attempts - (code.isUsed ? 1 : 0) };
  }

  async #find(handle: string): Promise<StoredCode | undefined> {
    const item = await this.#table.get(signInCodeKey(handle));
    return item && readStored(StoredCode, item);
  }
}

const UNUSED = { ConditionExpression: 'attribute_not_exists(isUsed)' };

/** 48 bits, of which the digits are the remainder: no code is noticeably more likely. */
const derived = (secret: string, handle: string): string =>
  String(createHmac('sha256', secret).update(`code ${handle}`).digest().readUIntBE(0, 6) % 10 ** DIGITS).padStart(
    DIGITS,
    '0',
  );

/** Days since 1970. */
const today = (): number => Math.floor(Date.now() / 86_400_000);

const muteToken = (secret: string, person: string, day: number): string =>
  `${person}.${createHmac('sha256', secret).update(`mute ${person} ${day}`).digest('base64url')}`;

const deviceToken = (secret: string, person: string, day: number): string =>
  `${day}.${createHmac('sha256', secret).update(`device ${person} ${day}`).digest('base64url')}`;

/** Whether a code was requested without a device, or with one of the person. Made-up ones would have codes without a limit. */
function isGenuine(secret: string, { person, device }: Pick<StoredCode, 'person' | 'device'>): boolean {
  if (device === undefined) return true;
  const day = Number(device.split('.', 1));
  return day > today() - DEVICE_DAYS && isSame(deviceToken(secret, person, day), device);
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
