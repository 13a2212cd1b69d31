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
  mailDeliveries: 'DELIVERY#mail#',
  webhookDeliveries: 'DELIVERY#webhook#',
  challenge: 'CHALLENGE#',
  upload: 'UPLOAD#',
  rate: 'RATE#',
  webhooks: 'HOOK#',
  webhookSecrets: 'HOOKSECRET#',
} as const satisfies Record<Exclude<Partition, 'failedDeliveries' | 'dueMessages'>, string>;

/** The prefix of each delivery channel's partitions, which end with the target's id. */
export const CHANNEL_PREFIX = {
  mail: PARTITION_PREFIX.mailDeliveries,
  webhook: PARTITION_PREFIX.webhookDeliveries,
} as const;
export type ChannelName = keyof typeof CHANNEL_PREFIX;
export const CHANNELS = Object.keys(CHANNEL_PREFIX) as [ChannelName, ...ChannelName[]];

/** The partition of failed deliveries that need an operator. */
export const FAILED_DELIVERIES = 'FAILED-DELIVERIES';

/** The partition of queue messages that are due later than a queue can hold them back. */
export const DUE_MESSAGES = 'DUE-MESSAGES';

/** Kinds of which there is one partition. */
const SINGLE: Partial<Record<Partition, string>> = {
  failedDeliveries: FAILED_DELIVERIES,
  dueMessages: DUE_MESSAGES,
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
