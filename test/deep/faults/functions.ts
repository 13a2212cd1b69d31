import type { OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { createHandler as createIndexSubmissions } from '../../../lambdas/indexSubmissions.ts';
import { createHandler as createNotifySubmission } from '../../../lambdas/notifySubmission.ts';
import { createHandler as createPurgeEndpoint } from '../../../lambdas/purgeEndpoint.ts';
import { createHandler as createRecordMailEvent } from '../../../lambdas/recordMailEvent.ts';
import { createHandler as createRecordScan } from '../../../lambdas/recordScan.ts';
import { createHandler as createSendWebhook } from '../../../lambdas/sendWebhook.ts';
import { createHandler as createTrainFilter } from '../../../lambdas/trainFilter.ts';
import type { StoreFailed } from '../../../shared/changes/failedRecords.ts';
import { AccountReading } from '../../../shared/deliveries/channels/mail/accountReading.ts';
import { type Mailing, MailSender } from '../../../shared/deliveries/channels/mail/mailSender.ts';
import { Pacer } from '../../../shared/deliveries/channels/mail/pacer.ts';
import { createMailDeliveries } from '../../../shared/deliveries/channels/mailLane.ts';
import type { Post } from '../../../shared/deliveries/channels/webhook/post.ts';
import { createWebhookDeliveries } from '../../../shared/deliveries/channels/webhook/webhookDeliveries.ts';
import { createWebhookPlanner } from '../../../shared/deliveries/channels/webhook/webhookPlanner.ts';
import { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { FileReceiver } from '../../../shared/files/fileReceiver.ts';
import type { RemovalQueue } from '../../../shared/removal/removalQueue.ts';
import type { MessageQueue } from '../../../shared/runtime/messageQueue.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveryRecords.ts';
import type { Lane } from '../../../shared/storage/dueMessages.ts';
import { DueMessages } from '../../../shared/storage/dueMessages.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { CONFIRMATION_ADDRESS, SENDER_ADDRESS } from '../../support/simulator/directClients.ts';
import { OPERATION_HANDLERS, type OperationParts } from '../../support/simulator/operations.ts';

export const SITE_URL = 'https://site.example';

const SETTINGS = {
  mailsPerHour: 1_000,
  confirmationsPerHour: 30,
  streamMailsPerSecond: 1_000,
  queueMailsPerSecond: 1_000,
};
export type FunctionSettings = Partial<typeof SETTINGS>;

const random = () => 0.5;
const atOnce = async () => undefined;

export interface FunctionClients {
  readonly table: Table;
  /** The table for deliveries, whose calls have a shorter timeout. */
  readonly hurriedTable: Table;
  readonly removalQueue: Pick<RemovalQueue, 'send' | 'sendFilesOf' | 'sendUnstored'>;
  readonly bucket: Pick<FileBucket, keyof FileBucket>;
  readonly trainingQueue: MessageQueue;
  readonly storeFailed: StoreFailed;
  readonly lanes: Record<Lane, MessageQueue>;
  readonly mailer: Mailing;
  readonly confirmationMailer: Mailing;
  /** Whether SES says that the account is in its sandbox. */
  readonly isSandboxed: () => Promise<boolean>;
  readonly post: Post;
}

export type Handler = (event: unknown, context: unknown) => Promise<unknown>;
export type CreateFunction = (clients: FunctionClients, settings?: FunctionSettings) => Handler;

/** `fallback` makes no calls that could fail. */
export type ConsumerId = Exclude<(typeof OTHER_FUNCTIONS)[number], 'fallback'>;

const CONSUMERS: Record<ConsumerId, (clients: FunctionClients, settings: FunctionSettings) => unknown> = {
  indexSubmissions: ({ table, removalQueue, trainingQueue, storeFailed }) =>
    createIndexSubmissions({ table, removalQueue, trainingQueue, storeFailed, wait: atOnce }),
  trainFilter: ({ table }) => createTrainFilter(table),
  purgeEndpoint: ({ table, removalQueue, bucket }) => createPurgeEndpoint({ table, removalQueue, bucket }),
  recordScan: ({ table, bucket }) => createRecordScan({ table, bucket, wait: atOnce }),
  sendWebhook: ({ hurriedTable: table, lanes, post }) =>
    createSendWebhook({ ...createWebhookDeliveries({ table, lanes, post, siteUrl: SITE_URL, random }), lanes }),
  recordMailEvent: ({ table }) => createRecordMailEvent({ table, records: new DeliveryRecords(table) }),
  notifySubmission: ({ hurriedTable: table, lanes, mailer, confirmationMailer, storeFailed }, settings) => {
    const { streamMailsPerSecond, queueMailsPerSecond, ...limits } = { ...SETTINGS, ...settings };
    const mail = createMailDeliveries({
      table,
      lanes,
      mailer,
      confirmationMailer,
      ...limits,
      random,
      siteUrl: SITE_URL,
      apiUrl: 'https://api.example',
      senders: [SENDER_ADDRESS, CONFIRMATION_ADDRESS],
    });
    return createNotifySubmission({
      mail,
      webhooks: createWebhookPlanner({ endpoints: mail.endpoints, table }),
      storeFailed,
      wait: atOnce,
      pacers: { stream: new Pacer(streamMailsPerSecond), queue: new Pacer(queueMailsPerSecond) },
    });
  },
};

export const FUNCTIONS: ReadonlyMap<string, CreateFunction> = new Map<string, CreateFunction>([
  ...OPERATION_HANDLERS.map(
    ([id, create]) => [id, (clients: FunctionClients) => create(partsOf(clients)) as Handler] as const,
  ),
  ...Object.entries(CONSUMERS).map(([name, create]) => [name, create as CreateFunction] as const),
]);

const partsOf = (clients: FunctionClients): OperationParts => {
  const { table, bucket, lanes, post, confirmationMailer, isSandboxed } = clients;
  return {
    table,
    siteUrl: SITE_URL,
    bucket,
    receiver: receiverOf(clients),
    queues: new DeliveryQueues({ lanes, due: new DueMessages(table) }),
    post,
    sender: new MailSender(confirmationMailer, { isAtMostOnce: true }),
    isSandboxed: new AccountReading<boolean | undefined>(undefined, isSandboxed),
  };
};

const receiverOf = ({ bucket, removalQueue }: FunctionClients): FileReceiver =>
  new FileReceiver({ bucket, removeUnlessStored: (...files) => removalQueue.sendUnstored(...files), isScanned: true });
