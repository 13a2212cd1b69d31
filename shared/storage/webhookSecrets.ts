import * as z from 'zod/mini';
import { formatTime } from '../contract/time.ts';
import { onlyIf, PRESENT } from './expressions.ts';
import type { Item, TableAccess } from './table.ts';
import { endpointIdOfWebhook, webhookSecretKey } from './webhookKeys.ts';

const Secrets = z.object({
  secret: z.string(),
  previousSecret: z.optional(z.string()),
  previousUntil: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
});

/** What requests to a receiver prove themselves with. */
export interface Credentials {
  /** Those that sign: the secret, and the one before it for a while. */
  secrets: string[];
  /** Of the webhook's own, name → value. */
  headers: Record<string, string>;
}

/** The credentials at a moment (milliseconds since 1970). */
export function credentialsOf(item: Item, now: number): Credentials {
  const { secret, previousSecret, previousUntil = '', headers = {} } = Secrets.parse(item);
  const isPreviousValid = previousSecret !== undefined && previousUntil > formatTime(new Date(now));
  return { secrets: isPreviousValid ? [secret, previousSecret] : [secret], headers };
}

/** The credentials that count now; none for a webhook that does not exist. */
export async function readCredentials(table: Pick<TableAccess, 'get'>, webhookId: string): Promise<Credentials> {
  const item = await table.get(webhookSecretKey(endpointIdOfWebhook(webhookId), webhookId));
  return item ? credentialsOf(item, Date.now()) : { secrets: [], headers: {} };
}

/** What changes of a webhook's credentials: `null` removes the headers. */
export interface CredentialChanges {
  /** A new secret, and until when the one before it signs, too. */
  rotation?: { secret: string; until: string } | undefined;
  headers?: Record<string, string> | null | undefined;
}

/** The update of a webhook's credentials; undefined if nothing changes. */
export function changingCredentials(webhookId: string, { rotation, headers }: CredentialChanges) {
  const set = [
    ...(rotation ? ['previousSecret = secret', 'previousUntil = :until', 'secret = :secret'] : []),
    ...(headers ? ['headers = :headers'] : []),
  ];
  if (set.length === 0 && headers !== null) return undefined;
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
    ...(headers === null ? ['REMOVE headers'] : []),
  ];
  return onlyIf(PRESENT, {
    Key: webhookSecretKey(endpointIdOfWebhook(webhookId), webhookId),
    UpdateExpression: clauses.join(' '),
    ExpressionAttributeValues: {
      ...(rotation && { ':until': rotation.until, ':secret': rotation.secret }),
      ...(headers && { ':headers': headers }),
    },
  });
}
