import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Validity of a pass in seconds: the same as of an ALTCHA challenge. */
const PASS_VALID_S = 3_600;

/** No provider's response starts like this. */
const PREFIX = 'pass';

interface PassEndpoint {
  id: string;
  captchaSecret?: string | undefined;
}

/**
 * A pass for a sender who has solved the endpoint's captcha. Providers verify a response once, but a form with files
 * needs one for each upload and for the submission. It contains no data and is valid for this endpoint only.
 */
export function newPass(endpoint: PassEndpoint, nowMs: number): string {
  const content = `${randomBytes(16).toString('base64url')}.${Math.floor(nowMs / 1_000) + PASS_VALID_S}`;
  return `${PREFIX}.${content}.${macOf(endpoint, content)}`;
}

export const isPass = (answer: string): boolean => answer.startsWith(`${PREFIX}.`);

/** True if a pass was issued for this endpoint and has not expired. */
export function isValidPass(endpoint: PassEndpoint, pass: string, nowMs: number): boolean {
  const [, nonce = '', expiresAt = '', mac = '', ...more] = pass.split('.');
  const isOurs = more.length === 0 && isSame(mac, macOf(endpoint, `${nonce}.${expiresAt}`));
  return isOurs && Number(expiresAt) * 1_000 > nowMs;
}

/** The secret also signs challenges, or belongs to the provider: the prefix keeps the signed texts apart. */
const macOf = ({ id, captchaSecret = '' }: PassEndpoint, content: string): string =>
  createHmac('sha256', `pass ${captchaSecret}`).update(`${id} ${content}`).digest('base64url');

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
