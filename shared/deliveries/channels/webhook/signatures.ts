import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
/** Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The signed content: the headers `webhook-id` and `webhook-timestamp` (seconds since 1970), and the body. */
export interface SignedContent {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * The header `webhook-signature` of Standard Webhooks 1.0.0: for each secret `v1,` and an HMAC with SHA-256 in base64,
 * separated by spaces.
 */
export function signatureOf({ id, timestamp, body, secrets }: SignedContent & { secrets: readonly string[] }): string {
  const content = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`)
    .join(' ');
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
