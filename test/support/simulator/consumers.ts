import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { createHandler as createIndexSubmissions } from '../../../lambdas/indexSubmissions.ts';
import { createHandler as createNotifySubmission } from '../../../lambdas/notifySubmission.ts';
import { createHandler as createPurgeEndpoint } from '../../../lambdas/purgeEndpoint.ts';
import { createHandler as createRecordMailEvent } from '../../../lambdas/recordMailEvent.ts';
import { createHandler as createRecordScan } from '../../../lambdas/recordScan.ts';
import { createHandler as createSendSignInMail } from '../../../lambdas/sendSignInMail.ts';
import { createHandler as createSendWebhook } from '../../../lambdas/sendWebhook.ts';
import { createHandler as createTrainFilter } from '../../../lambdas/trainFilter.ts';
import type { StoreFailed } from '../../../shared/changes/storeFailed.ts';
import { Pacer } from '../../../shared/deliveries/channels/mail/sending/pacer.ts';
import { createMailDeliveries } from '../../../shared/deliveries/channels/mailLane.ts';
import { createWebhookDeliveries } from '../../../shared/deliveries/channels/webhook/webhookDeliveries.ts';
import { createWebhookPlanner } from '../../../shared/deliveries/channels/webhook/webhookPlanner.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import type { RemovalQueue } from '../../../shared/removal/removalQueue.ts';
import type { MessageQueue } from '../../../shared/runtime/messageQueue.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveries/deliveryRecords.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { CONFIRMATION_ADDRESS, type DirectClients, SENDER_ADDRESS } from './directClients.ts';

export const SITE_URL = 'https://site.example';

type Pacers = Record<'stream' | 'queue', Pacer>;

export interface ConsumerSettings {
  mailsPerHour?: number;
  confirmationsPerHour?: number;
  newPacers?: () => Pacers;
  random?: () => number;
  /** Waits between calls of a webhook. */
  pause?: (ms: number) => Promise<unknown>;
}

export interface DeliveryClients extends Omit<DirectClients, 'table'> {
  /** The table for deliveries, whose calls have a shorter timeout. */
  readonly hurriedTable: Table;
  readonly storeFailed: StoreFailed;
}

export interface ConsumerClients extends DeliveryClients {
  readonly table: Table;
  readonly removalQueue: Pick<RemovalQueue, 'send' | 'sendByAge' | 'sendDelivered' | 'sendFilesOf' | 'sendUnstored'>;
  readonly bucket: Pick<FileBucket, keyof FileBucket>;
  readonly trainingQueue: MessageQueue;
  readonly mailClient: SESv2Client;
}

/** `fallback` makes no calls that could fail; `mcp` calls nothing of AWS. */
export type ConsumerId = Exclude<(typeof OTHER_FUNCTIONS)[number], 'fallback' | 'mcp'>;

const half = () => 0.5;
const atOnce = async () => undefined;

/** Fast enough that nothing waits. */
const fastPacers = (): Pacers => ({ stream: new Pacer(1_000), queue: new Pacer(1_000) });

export const mailDeliveries = (
  { hurriedTable: table, lanes, mailer, confirmationMailer }: DeliveryClients,
  { mailsPerHour = 1_000, confirmationsPerHour = 30, random = half }: ConsumerSettings,
) =>
  createMailDeliveries({
    table,
    lanes,
    mailer,
    confirmationMailer,
    mailsPerHour,
    confirmationsPerHour,
    random,
    siteUrl: SITE_URL,
    apiUrl: 'https://api.example',
    senders: [SENDER_ADDRESS, CONFIRMATION_ADDRESS],
  });

export const webhookDeliveries = (
  { hurriedTable: table, lanes, post }: DeliveryClients,
  { random = half, pause }: ConsumerSettings,
) => createWebhookDeliveries({ table, lanes, post, siteUrl: SITE_URL, random, ...(pause && { pause }) });

type Create<Clients> = (clients: Clients, settings: ConsumerSettings) => unknown;

/** The functions that deliver. */
export const DELIVERING: Record<'notifySubmission' | 'sendWebhook', Create<DeliveryClients>> = {
  notifySubmission: (clients, settings) => {
    const mail = mailDeliveries(clients, settings);
    return createNotifySubmission({
      mail,
      webhooks: createWebhookPlanner({ endpoints: mail.endpoints, table: mail.table }),
      storeFailed: clients.storeFailed,
      wait: atOnce,
      pacers: (settings.newPacers ?? fastPacers)(),
    });
  },
  sendWebhook: (clients, settings) =>
    createSendWebhook({ ...webhookDeliveries(clients, settings), lanes: clients.lanes }),
};

export const CONSUMERS: Record<ConsumerId, Create<ConsumerClients>> = {
  ...DELIVERING,
  indexSubmissions: ({ table, removalQueue, trainingQueue, storeFailed }) =>
    createIndexSubmissions({ table, removalQueue, trainingQueue, storeFailed, wait: atOnce }),
  trainFilter: ({ table }) => createTrainFilter(table),
  purgeEndpoint: ({ table, removalQueue, bucket }) => createPurgeEndpoint({ table, removalQueue, bucket }),
  sendSignInMail: ({ hurriedTable: table, mailClient }) =>
    createSendSignInMail({ table, mailClient, senderAddress: SENDER_ADDRESS, siteUrl: SITE_URL, serviceName: 'Forms' }),
  recordScan: ({ table, bucket }) => createRecordScan({ table, bucket, wait: atOnce }),
  recordMailEvent: ({ table }) => createRecordMailEvent({ table, records: new DeliveryRecords(table) }),
};
