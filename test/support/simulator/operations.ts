import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import type { Post } from '../../../shared/deliveries/channels/webhook/post.ts';
import type { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import { requireValidFields } from '../../../shared/fields/requireValid.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import type { FileReceiver } from '../../../shared/files/fileReceiver.ts';
import type { Dependencies } from '../../../shared/http/dependencies.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import type { SignInQueue } from '../../../shared/signIn/signInQueue.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { RateLimits } from '../../../shared/storage/counters/rateLimits.ts';
import { EndpointsWithFilter } from '../../../shared/storage/filter/endpointsWithFilter.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import { UploadClaims } from '../../../shared/storage/submissions/uploadClaims.ts';
import { DailySecrets } from '../../../shared/storage/table/dailySecrets.ts';
import type { TableAccess } from '../../../shared/storage/table/table.ts';

const UNLIMITED = 10_000;

/** Who may create workspaces. */
export const WORKSPACE_OWNER = 'owner@example.com';

/** Dependencies of the operations besides the table's repositories. */
export interface OperationParts {
  table: TableAccess;
  siteUrl: string;
  bucket: Pick<FileBucket, keyof FileBucket>;
  receiver: FileReceiver;
  queues: DeliveryQueues;
  post: Post;
  signInQueue: Pick<SignInQueue, keyof SignInQueue>;
  sender: unknown;
  isSandboxed: unknown;
  /** By default the one that is kept in the table. */
  secret?: Pick<ConfirmationSecret, 'find'>;
  /** Replaces the client that verifies captchas. */
  verifier?: unknown;
}

export type OperationHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;
type Create = (dependencies: Dependencies & Record<string, unknown>) => OperationHandler;

// One by one: Jest cannot import modules concurrently that import the same ones.
const CREATE: [string, Create][] = [];
for (const { id, group } of OPERATIONS) {
  const { createHandler } = (await import(`../../../lambdas/${group}/${id}.ts`)) as { createHandler: Create };
  CREATE.push([id, createHandler]);
}

/** For each operation, what creates its handler on these parts. */
export const OPERATION_HANDLERS = CREATE.map(([id, create]): [string, (parts: OperationParts) => OperationHandler] => [
  id,
  ({ table, receiver, ...parts }) =>
    create({
      ...createRepositories(table),
      endpointsWithFilter: new EndpointsWithFilter(table),
      dailySecrets: new DailySecrets(table),
      secret: new ConfirmationSecret(table),
      codes: new SignInCodes(table),
      workspaceOwners: WORKSPACE_OWNER,
      uploadClaims: new UploadClaims(table),
      rateLimits: new RateLimits(table),
      uploadsPerSecond: UNLIMITED,
      requestsPerSecond: UNLIMITED,
      reach: { allowLoopback: false },
      fileReceiver: async () => receiver,
      fieldCheck: async () => requireValidFields,
      ...parts,
    }),
]);
