import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { formatTime } from '../contract/time.ts';
import { onlyIf, PRESENT } from './expressions.ts';
import type { Lookup } from './lookup.ts';
import type { Item } from './table.ts';
import { endpointIdOfWebhook, webhookSecretKey } from './webhookKeys.ts';

export const WebhookSecrets = z.object({
  secret: z.string(),
  previousSecret: z.optional(z.string()),
  previousUntil: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
  /** The origin that gets the headers; any, if they were stored before this was. */
  headersFor: z.optional(z.string()),
});

export interface Credentials {
  /** The current secret and, during its grace period, the previous one. */
  secrets: string[];
  headers: Record<string, string>;
  headersFor?: string | undefined;
}

export function credentialsOf(item: Item, now: number): Credentials {
  const { secret, previousSecret, previousUntil = '', headers = {}, headersFor } = WebhookSecrets.parse(item);
  const isPreviousValid = previousSecret !== undefined && previousUntil > formatTime(new Date(now));
  return { secrets: isPreviousValid ? [secret, previousSecret] : [secret], headers, headersFor };
}

export const currentCredentials = (webhookId: string): Lookup<Credentials> => ({
  keys: isId('webhook', webhookId) ? [webhookSecretKey(endpointIdOfWebhook(webhookId), webhookId)] : [],
  from: ([item]) => (item ? credentialsOf(item, Date.now()) : { secrets: [], headers: {} }),
});

/** Changes to a webhook's credentials: `null` removes the headers. */
export interface CredentialChanges {
  /** A new secret, and the end of the previous one's grace period. */
  rotation?: { secret: string; until: string } | undefined;
  headers?: Record<string, string> | null | undefined;
  origin: string;
}

/** As a map: the SDK asks an object for its `constructor`, which can be a header's name. */
export const storedHeaders = (headers: Record<string, string>) => new Map(Object.entries(headers));

/** The update of a webhook's credentials; undefined if nothing changes. */
export function changingCredentials(webhookId: string, { rotation, headers, origin }: CredentialChanges) {
  const set = [
    ...(rotation ? ['previousSecret = secret', 'previousUntil = :until', 'secret = :secret'] : []),
    ...(headers ? ['headers = :headers', 'headersFor = :origin'] : []),
  ];
  if (set.length === 0 && headers !== null) return undefined;
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
    ...(headers === null ? ['REMOVE headers, headersFor'] : []),
  ];
  return onlyIf(PRESENT, {
    Key: webhookSecretKey(endpointIdOfWebhook(webhookId), webhookId),
    UpdateExpression: clauses.join(' '),
    ExpressionAttributeValues: {
      ...(rotation && { ':until': rotation.until, ':secret': rotation.secret }),
      ...(headers && { ':headers': storedHeaders(headers), ':origin': origin }),
    },
  });
}
