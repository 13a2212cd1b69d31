import { AccountReading } from '../../../shared/deliveries/channels/mail/sending/accountReading.ts';
import { MailSender } from '../../../shared/deliveries/channels/mail/sending/mailSender.ts';
import { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import { FileReceiver } from '../../../shared/files/fileReceiver.ts';
import type { SignInQueue } from '../../../shared/signIn/signInQueue.ts';
import { DueMessages } from '../../../shared/storage/deliveries/dueMessages.ts';
import { CONSUMERS, type ConsumerClients, type ConsumerSettings, SITE_URL } from '../../support/simulator/consumers.ts';
import { OPERATION_HANDLERS, type OperationParts } from '../../support/simulator/operations.ts';
import type { Handler } from '../../support/simulator/process.ts';

export interface FunctionClients extends ConsumerClients {
  /** True if SES says that the account is in its sandbox. */
  readonly isSandboxed: () => Promise<boolean>;
  readonly signInQueue: SignInQueue;
}

export type CreateFunction = (clients: FunctionClients, settings: ConsumerSettings) => Handler;

export const FUNCTIONS: ReadonlyMap<string, CreateFunction> = new Map<string, CreateFunction>([
  ...OPERATION_HANDLERS.map(
    ([id, create]) => [id, (clients: FunctionClients) => create(partsOf(clients)) as Handler] as const,
  ),
  ...Object.entries(CONSUMERS).map(([name, create]) => [name, create as CreateFunction] as const),
]);

const partsOf = (clients: FunctionClients): OperationParts => {
  const { table, bucket, lanes, post, confirmationMailer, isSandboxed, signInQueue } = clients;
  return {
    table,
    siteUrl: SITE_URL,
    bucket,
    receiver: receiverOf(clients),
    queues: new DeliveryQueues({ lanes, due: new DueMessages(table) }),
    post,
    signInQueue,
    sender: new MailSender(confirmationMailer, { isAtMostOnce: true }),
    isSandboxed: new AccountReading<boolean | undefined>(undefined, isSandboxed),
  };
};

const receiverOf = ({ bucket, removalQueue }: FunctionClients): FileReceiver =>
  new FileReceiver({ bucket, removeUnlessStored: (...files) => removalQueue.sendUnstored(...files), isScanned: true });
