import type { S3Client } from '@aws-sdk/client-s3';
import { FileBucket } from '../../shared/files/fileBucket.ts';
import { s3Location } from '../../shared/runtime/environment.ts';
import { createClient } from '../../shared/storage/table/client.ts';
import { Table } from '../../shared/storage/table/table.ts';
import { localFileBucket } from '../localService/localFileBucket.ts';
import { localTable } from '../localService/localTable.ts';
import { type Outputs, readOutputs } from '../localService/outputs.ts';
import type { FileVersions } from './files/fileVersions.ts';
import type { RecordStore } from './notifications/failedBatches.ts';
import '../tools/quietSdk.ts';
import { UsageError } from '../tools/program.ts';
import type { Target } from './target.ts';

export interface Service {
  table: Table;
  fileBucket: FileBucket;
  /** Another table in the same place, such as a restored one. */
  otherTable: (name: string) => Table;
  /** Loads S3's client, a sixth of a command's start, which most commands do not need. */
  fileVersions: () => Promise<FileVersions>;
  /** Loads S3's client, too. */
  failedRecords: () => Promise<FailedRecords>;
}

/** The failed stream records, and notifySubmission's ARN, which marks its own among them. */
export interface FailedRecords {
  store: RecordStore;
  notifierArn: string;
}

/** @throws UsageError when there is no such service */
export async function openService({ stack, data }: Target): Promise<Service> {
  return stack === undefined ? openLocal(data) : openDeployed(stack);
}

async function openLocal(data: string | undefined): Promise<Service> {
  const outputs = await readOutputs(data);
  if (!outputs) {
    throw new UsageError(
      'The local service is not running: start it with "npm start", or name its folder with --data.',
    );
  }
  return {
    table: localTable(outputs),
    fileBucket: localFileBucket(outputs),
    otherTable: (tableName) => localTable({ ...outputs, tableName }),
    ...bucketsOf(outputs, async () => (await import('../localService/localS3Client.ts')).localS3Client(outputs)),
  };
}

/** Uses the operator's credentials and region. */
async function openDeployed(stack: string): Promise<Service> {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const asking = new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName: stack }));
  const { Stacks } = await asking.catch((error: Error) => {
    throw new UsageError(
      `The stack "${stack}" cannot be read (${error.message}). Check its name, the region in AWS_REGION, and that you are signed in, as with "aws sso login" or AWS_PROFILE.`,
    );
  });
  const outputOf = (name: string): string => {
    const output = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    if (!output) throw new UsageError(`The stack "${stack}" has no output ${name}: is it a stack of this service?`);
    return output;
  };
  const fileBucket = outputOf('SubmittedFilesBucket');
  const names = { fileBucket, failedRecords: outputOf('FailedRecordsBucket'), notifierArn: outputOf('NotifierArn') };
  return {
    ...(await openData({ tableName: outputOf('TableName'), fileBucket })),
    ...bucketsOf(names, async () => new (await import('@aws-sdk/client-s3')).S3Client({})),
  };
}

/** The data of a service, by name: it outlives its stack. */
export async function openData({ tableName, fileBucket: bucket }: { tableName: string; fileBucket: string }) {
  const client = createClient();
  const { region, credentials } = client.config;
  return {
    table: new Table(client, tableName),
    otherTable: (name: string) => new Table(client, name),
    fileBucket: new FileBucket({ bucket, ...s3Location(), region: await region(), credentials }),
  };
}

type BucketNames = Pick<Outputs, 'fileBucket' | 'failedRecords' | 'notifierArn'>;

const bucketsOf = (
  { fileBucket, failedRecords, notifierArn }: BucketNames,
  newClient: () => Promise<S3Client>,
): Pick<Service, 'fileVersions' | 'failedRecords'> => ({
  fileVersions: async () => {
    const { FileVersions } = await import('./files/fileVersions.ts');
    return new FileVersions(await newClient(), fileBucket);
  },
  failedRecords: async () => {
    const { bucketStore } = await import('./notifications/bucketStore.ts');
    return { store: bucketStore(failedRecords, await newClient()), notifierArn };
  },
});
