import type { OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { createHandler as createFallback } from '../../../lambdas/fallback.ts';
import { createHandler as createIndexSubmissions } from '../../../lambdas/indexSubmissions.ts';
import { createHandler as createNotifySubmission } from '../../../lambdas/notifySubmission.ts';
import { createHandler as createPurgeEndpoint } from '../../../lambdas/purgeEndpoint.ts';
import { createHandler as createRecordMailEvent } from '../../../lambdas/recordMailEvent.ts';
import { createHandler as createRecordScan } from '../../../lambdas/recordScan.ts';
import { createHandler as createSendWebhook } from '../../../lambdas/sendWebhook.ts';
import { createHandler as createTrainFilter } from '../../../lambdas/trainFilter.ts';
import type { FailedRecordsBucket } from '../../../shared/changes/failedRecords.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import type { Sender } from '../../../shared/deliveries/channels/mail/deliverer.ts';
import { MailCounter } from '../../../shared/deliveries/channels/mail/mailCounter.ts';
import { assembleNotifications } from '../../../shared/deliveries/channels/mail/notifications.ts';
import { Pacer } from '../../../shared/deliveries/channels/mail/pacer.ts';
import { assembleWebhookPipeline } from '../../../shared/deliveries/channels/webhook/pipeline.ts';
import type { Post } from '../../../shared/deliveries/channels/webhook/post.ts';
import { TurnQueue, WaitQueue } from '../../../shared/deliveries/channels/webhook/webhookQueue.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { FileReceiver } from '../../../shared/files/fileReceiver.ts';
import type { Dependencies } from '../../../shared/http/dependencies.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { type RemovalQueue, UNSTORED_FILES_DELAY_S } from '../../../shared/removal/removalQueue.ts';
import type { MessageQueue } from '../../../shared/runtime/messageQueue.ts';
import { EndpointsWithFilter } from '../../../shared/storage/endpointsWithFilter.ts';
import { NotificationRecords } from '../../../shared/storage/notificationRecords.ts';
import { RateLimits } from '../../../shared/storage/rateLimits.ts';
import { FileScans } from '../../../shared/storage/submittedFiles.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { UploadClaims } from '../../../shared/storage/uploadClaims.ts';

export const SITE_URL = 'https://site.example';
/** What `fallback` knows. */
export const KNOWN_PATH = '/v1/keys';

/** Of no effect but in scenarios that say otherwise. */
const SETTINGS = { mailsPerHour: 1_000, streamMailsPerSecond: 1_000, queueMailsPerSecond: 1_000 };
export type FunctionSettings = Partial<typeof SETTINGS>;

/** What functions reach AWS's services by; each is made when it is asked for. */
export interface FunctionClients {
  readonly table: Table;
  /** The table for operations. */
  readonly requestTable: Table;
  /** The table for the notifier, which has less time for a call. */
  readonly hurriedTable: Table;
  readonly removalQueue: Pick<RemovalQueue, 'send' | 'sendFilesOf'>;
  readonly bucket: Pick<FileBucket, keyof FileBucket>;
  readonly trainingQueue: MessageQueue;
  readonly failedRecords: Pick<FailedRecordsBucket, 'put'>;
  readonly notificationQueue: MessageQueue;
  readonly mailer: Sender;
  readonly turnQueue: MessageQueue;
  readonly waitQueue: MessageQueue;
  readonly post: Post;
}

export type Handler = (event: unknown, context: unknown) => Promise<unknown>;
export type CreateFunction = (clients: FunctionClients, settings?: FunctionSettings) => Handler;

const CONSUMERS: Record<
  (typeof OTHER_FUNCTIONS)[number],
  (clients: FunctionClients, settings: FunctionSettings) => unknown
> = {
  fallback: () => createFallback({ siteUrl: SITE_URL, allowedMethods: { [KNOWN_PATH]: 'GET, OPTIONS' } }),
  indexSubmissions: ({ table, removalQueue, trainingQueue, turnQueue, failedRecords }) =>
    createIndexSubmissions({
      table,
      removalQueue,
      trainingQueue,
      turns: new TurnQueue(turnQueue),
      failedRecords,
      wait: async () => undefined,
    }),
  trainFilter: ({ table }) => createTrainFilter(table),
  purgeEndpoint: ({ table, removalQueue, bucket }) => createPurgeEndpoint({ table, removalQueue, bucket }),
  recordScan: ({ table, bucket }) =>
    createRecordScan({ scans: new FileScans(table), bucket, wait: async () => undefined }),
  sendWebhook: ({ hurriedTable: table, turnQueue: turns, waitQueue: waits, notificationQueue: mails, post }) =>
    createSendWebhook(
      assembleWebhookPipeline({ table, turns, waits, mails, post, siteUrl: SITE_URL, random: () => 0.5 }),
    ),
  recordMailEvent: ({ table }) =>
    createRecordMailEvent({ records: new NotificationRecords(table), mailCounter: new MailCounter(table) }),
  notifySubmission: ({ hurriedTable, notificationQueue, mailer, failedRecords }, settings) => {
    const { mailsPerHour, streamMailsPerSecond, queueMailsPerSecond } = { ...SETTINGS, ...settings };
    const [table, queue, siteUrl] = [hurriedTable, notificationQueue, SITE_URL];
    const parts = assembleNotifications({ table, queue, mailer, mailsPerHour, siteUrl });
    return createNotifySubmission({
      ...parts,
      failedRecords,
      pacers: { stream: new Pacer(streamMailsPerSecond), queue: new Pacer(queueMailsPerSecond) },
    });
  },
};

/** Every function of the stack, by its name: how it is made from its dependencies. */
export const FUNCTIONS: ReadonlyMap<string, CreateFunction> = new Map<string, CreateFunction>([
  ...(await Promise.all(OPERATIONS.map(({ id, group }) => operation(id, group)))),
  ...Object.entries(CONSUMERS).map(([name, create]) => [name, create as CreateFunction] as const),
]);

async function operation(id: string, group: string): Promise<[string, CreateFunction]> {
  const { createHandler } = (await import(`../../../lambdas/${group}/${id}.ts`)) as {
    createHandler: (dependencies: Dependencies & Record<string, unknown>) => Handler;
  };
  return [
    id,
    (clients) => {
      const { requestTable, bucket, waitQueue, post } = clients;
      return createHandler({
        ...createRepositories(requestTable),
        siteUrl: SITE_URL,
        bucket,
        fileReceiver: async () => receiverOf(clients),
        endpointsWithFilter: new EndpointsWithFilter(requestTable),
        uploadClaims: new UploadClaims(requestTable),
        rateLimits: new RateLimits(requestTable),
        uploadsPerSecond: 1_000,
        requestsPerSecond: 1_000,
        reach: { allowLoopback: false },
        waits: new WaitQueue(waitQueue),
        post,
      });
    },
  ];
}

const receiverOf = ({ bucket, removalQueue }: FunctionClients): FileReceiver =>
  new FileReceiver({
    bucket,
    removeUnlessStored: (endpointId, submissionId) =>
      removalQueue.sendFilesOf(endpointId, [submissionId], UNSTORED_FILES_DELAY_S),
    isScanned: true,
  });
