import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/** Throws unless a request was signed by the service in the last minutes. */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): void {
  const timestamp = headers['webhook-timestamp'];
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(ageSeconds <= TOLERANCE_SECONDS)) throw new Error('too old');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${timestamp}.${body}`)
    .digest();
  // After a secret was replaced, there are two signatures for a day.
  const signatures = String(headers['webhook-signature']).split(' ');
  const isGenuine = signatures.some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    const isEqual =
      given.length === expected.length && timingSafeEqual(given, expected);
    return version === 'v1' && isEqual;
  });
  if (!isGenuine) throw new Error('wrong signature');
}
