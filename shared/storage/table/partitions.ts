export interface ItemKey extends Record<string, string> {
  PK: string;
  SK: string;
}

export const KEY_ATTRIBUTES = ['PK', 'SK'] as const;

/** Prefixes of partition keys, followed by an id, by the content of the partition. */
export const PARTITION_PREFIX = {
  workspace: 'WS#',
  endpoint: 'ENP#',
  pending: 'PENDING#',
  waiting: 'WAITING#',
  index: 'INDEX#',
  key: 'KEY#',
  mailDeliveries: 'DELIVERY#mail#',
  webhookDeliveries: 'DELIVERY#webhook#',
  confirmationDeliveries: 'DELIVERY#confirmation#',
  challenge: 'CHALLENGE#',
  upload: 'UPLOAD#',
  requests: 'ONCE#',
  audit: 'AUDIT#',
  rate: 'RATE#',
  person: 'PERSON#',
  signInCode: 'CODE#',
  mailbox: 'MAILBOX#',
  webhooks: 'HOOK#',
  webhookSecrets: 'HOOKSECRET#',
} as const;

/** The prefix of each delivery channel's partitions, which end with the target's id. */
export const CHANNEL_PREFIX = {
  mail: PARTITION_PREFIX.mailDeliveries,
  webhook: PARTITION_PREFIX.webhookDeliveries,
  confirmation: PARTITION_PREFIX.confirmationDeliveries,
} as const;
export type ChannelName = keyof typeof CHANNEL_PREFIX;
export const CHANNELS = Object.keys(CHANNEL_PREFIX) as [ChannelName, ...ChannelName[]];

export const FAILED_DELIVERIES = 'FAILED-DELIVERIES';

/** The partition of queue messages due later than a queue's longest delay. */
export const DUE_MESSAGES = 'DUE-MESSAGES';

/** The partition of the secret that signs tokens in confirmations. */
export const CONFIRMATION_SECRET = 'CONFIRMATION-SECRET';

export const DAILY_SECRETS = 'DAILY-SECRETS';

/** The partition of the secret from which sign-in codes are derived. */
export const SIGN_IN_SECRET = 'SIGN-IN-SECRET';

/** The partition of counts of sent, bounced and reported confirmations. */
export const CONFIRMATION_HEALTH = 'CONFIRMATION-HEALTH';

/** The partition of the endpoints whose submissions are removed by age. */
export const KEEPING_ENDPOINTS = 'KEEPING-ENDPOINTS';

const SINGLE = {
  failedDeliveries: FAILED_DELIVERIES,
  dueMessages: DUE_MESSAGES,
  confirmationSecret: CONFIRMATION_SECRET,
  signInSecret: SIGN_IN_SECRET,
  confirmationHealth: CONFIRMATION_HEALTH,
  dailySecrets: DAILY_SECRETS,
  keepingEndpoints: KEEPING_ENDPOINTS,
} as const;

export type Partition = keyof typeof PARTITION_PREFIX | keyof typeof SINGLE;

/** The partition keys of a kind, as an IAM pattern. */
export const partitionPattern = (partition: Partition): string =>
  partition in SINGLE
    ? SINGLE[partition as keyof typeof SINGLE]
    : `${PARTITION_PREFIX[partition as keyof typeof PARTITION_PREFIX]}*`;

/** The kind of the partition with this key. @throws Error if there is none */
export function partitionOf(PK: string): Partition {
  for (const [partition, key] of Object.entries(SINGLE)) if (key === PK) return partition as Partition;
  const found = Object.entries(PARTITION_PREFIX).find(([, prefix]) => PK.startsWith(prefix));
  if (!found) throw new Error(`no partition of this table: ${PK}`);
  return found[0] as Partition;
}
