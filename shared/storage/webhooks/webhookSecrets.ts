import * as z from 'zod/mini';
import { isId } from '../../contract/ids.ts';
import { formatTime } from '../../contract/time.ts';
import { onlyIf, PRESENT } from '../table/expressions.ts';
import type { Lookup } from '../table/lookup.ts';
import type { Item } from '../table/table.ts';
import { attributeNames } from '../table/written.ts';
import { endpointIdOfWebhook, webhookSecretKey } from './webhookKeys.ts';

export const WebhookSecrets = z.object({
  secret: z.string(),
  previousSecret: z.optional(z.string()),
  previousUntil: z.optional(z.string()),
  /** The one before it, which equals it until the second rotation. */
  olderSecret: z.optional(z.string()),
  olderUntil: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
  /** The origin that gets the headers; any, if they were stored before this was. */
  headersFor: z.optional(z.string()),
});

/** The credentials of a new webhook. */
export const NEW_CREDENTIAL_ATTRIBUTES = ['secret', 'headers', 'headersFor'] as const;
export const CREDENTIAL_ATTRIBUTES = /* @__PURE__ */ attributeNames(WebhookSecrets);

export interface Credentials {
  /** The current secret and, during their grace periods, the two before it. */
  secrets: string[];
  headers: Record<string, string>;
  headersFor?: string | undefined;
}

export function credentialsOf(item: Item, now: number): Credentials {
  const { secret, headers = {}, headersFor, ...before } = WebhookSecrets.parse(item);
  const { previousSecret = secret, previousUntil = '', olderSecret = secret, olderUntil = '' } = before;
  const time = formatTime(new Date(now));
  const valid = [
    secret,
    ...(previousUntil > time ? [previousSecret] : []),
    ...(olderUntil > time ? [olderSecret] : []),
  ];
  return { secrets: [...new Set(valid)], headers, headersFor };
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

/** A map, because the SDK reads the `constructor` of objects, which can be a header's name. */
export const storedHeaders = (headers: Record<string, string>) => new Map(Object.entries(headers));

const ROTATION = [
  'olderSecret = if_not_exists(previousSecret, secret), olderUntil = if_not_exists(previousUntil, :until)',
  'previousSecret = secret, previousUntil = :until, secret = :secret',
];

/** The update of a webhook's credentials; undefined if nothing changes. */
export function changingCredentials(webhookId: string, { rotation, headers, origin }: CredentialChanges) {
  const set = [...(rotation ? ROTATION : []), ...(headers ? ['headers = :headers', 'headersFor = :origin'] : [])];
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
