import type { Partition } from '../contract/operations/define.ts';

/** The kinds of partitions of the table, and what their keys start with. */

export interface ItemKey extends Record<string, string> {
  PK: string;
  SK: string;
}

/** The attributes that make an item's key: partition key and sort key. */
export const KEY_ATTRIBUTES = ['PK', 'SK'] as const;

/** What partition keys start with, before an id, by what the partition holds. */
export const PARTITION_PREFIX = {
  workspace: 'WS#',
  endpoint: 'ENP#',
  index: 'INDEX#',
  key: 'KEY#',
  notification: 'NOTE#',
  challenge: 'CHALLENGE#',
  upload: 'UPLOAD#',
  rate: 'RATE#',
  webhooks: 'HOOK#',
  webhookSecrets: 'HOOKSECRET#',
} as const satisfies Record<Exclude<Partition, 'failedNotifications' | 'dueDeliveries'>, string>;

/** The partition of failed notifications. */
export const FAILED_NOTIFICATIONS = 'FAILED-NOTES';

/** The partition of deliveries to webhooks that wait for their next attempt. */
export const DUE_DELIVERIES = 'HOOKS-DUE';

/** Kinds of which there is one partition. */
const SINGLE: Partial<Record<Partition, string>> = {
  failedNotifications: FAILED_NOTIFICATIONS,
  dueDeliveries: DUE_DELIVERIES,
};

/** The partition keys of a kind, as a pattern of AWS Identity and Access Management. */
export const partitionPattern = (partition: Partition): string =>
  SINGLE[partition] ?? `${PARTITION_PREFIX[partition as keyof typeof PARTITION_PREFIX]}*`;

/** The kind of partition that has this key. @throws Error when there is none */
export function partitionOf(PK: string): Partition {
  for (const [partition, key] of Object.entries(SINGLE)) if (key === PK) return partition as Partition;
  const found = Object.entries(PARTITION_PREFIX).find(([, prefix]) => PK.startsWith(prefix));
  if (!found) throw new Error(`no partition of this table: ${PK}`);
  return found[0] as Partition;
}
