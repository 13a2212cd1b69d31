import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a pass is valid, in seconds: as long as a challenge of ALTCHA. */
const PASS_VALID_S = 3_600;

/** No provider's answer begins like this. */
const PREFIX = 'pass';

/** An endpoint whose captcha was solved. */
interface PassEndpoint {
  id: string;
  captchaSecret?: string | undefined;
}

/**
 * A pass for a sender whose answer to the endpoint's captcha was right. Providers check an answer once, and a form with files
 * needs it several times: for each upload and for the submission. It tells nothing, and only this endpoint accepts it.
 */
export function newPass(endpoint: PassEndpoint, nowMs: number): string {
  const content = `${randomBytes(16).toString('base64url')}.${Math.floor(nowMs / 1_000) + PASS_VALID_S}`;
  return `${PREFIX}.${content}.${macOf(endpoint, content)}`;
}

/** Whether an answer claims to be a pass. */
export const isPass = (answer: string): boolean => answer.startsWith(`${PREFIX}.`);

/** Whether a pass is one of this endpoint, and has not expired. */
export function isValidPass(endpoint: PassEndpoint, pass: string, nowMs: number): boolean {
  const [, nonce = '', expiresAt = '', mac = '', ...more] = pass.split('.');
  const isOurs = more.length === 0 && isSame(mac, macOf(endpoint, `${nonce}.${expiresAt}`));
  return isOurs && Number(expiresAt) * 1_000 > nowMs;
}

/** The secret also signs challenges, or is the provider's: here it is the key of another kind of text. */
const macOf = ({ id, captchaSecret = '' }: PassEndpoint, content: string): string =>
  createHmac('sha256', `pass ${captchaSecret}`).update(`${id} ${content}`).digest('base64url');

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
