import * as z from 'zod/mini';
import { formatTime } from '../contract/time.ts';
import type { Item, TableAccess } from './table.ts';
import { endpointIdOfWebhook, webhookSecretKey } from './webhookKeys.ts';

const Secrets = z.object({
  secret: z.string(),
  previousSecret: z.optional(z.string()),
  previousUntil: z.optional(z.string()),
});

/** Those that sign at a moment (milliseconds since 1970): the secret, and the one before it for a while. */
export function secretsOf(item: Item, now: number): string[] {
  const { secret, previousSecret, previousUntil = '' } = Secrets.parse(item);
  const isPreviousValid = previousSecret !== undefined && previousUntil > formatTime(new Date(now));
  return isPreviousValid ? [secret, previousSecret] : [secret];
}

/** The secrets that sign now; none for a webhook that does not exist. */
export async function readSecrets(table: Pick<TableAccess, 'get'>, webhookId: string): Promise<string[]> {
  const item = await table.get(webhookSecretKey(endpointIdOfWebhook(webhookId), webhookId));
  return item ? secretsOf(item, Date.now()) : [];
}

/** Gives a webhook another secret, beside which the one before signs until a time. */
export const rotating = (webhookId: string, secret: string, until: string) => ({
  Key: webhookSecretKey(endpointIdOfWebhook(webhookId), webhookId),
  UpdateExpression: 'SET previousSecret = secret, previousUntil = :until, secret = :secret',
  ConditionExpression: 'attribute_exists(PK)',
  ExpressionAttributeValues: { ':secret': secret, ':until': until },
});
