import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import { FileBucket } from '../../shared/files/fileBucket.ts';
import { createClient, Table } from '../../shared/storage/table.ts';
import { localFileBucket, localS3Client } from '../local/localFileBucket.ts';
import { localTable } from '../local/localTable.ts';
import { readOutputs } from '../local/outputs.ts';
import { FileVersions } from './files/fileVersions.ts';
import { bucketStore } from './notifications/bucketStore.ts';
import type { RecordStore } from './notifications/failedRecords.ts';
import '../tools/quietSdk.ts';
import { UsageError } from '../tools/program.ts';
import type { Target } from './target.ts';

export interface Service {
  table: Table;
  fileBucket: FileBucket;
  fileVersions: FileVersions;
  /** The failed stream records, and the function that identifies notifySubmission's. */
  failedRecords: { store: RecordStore; notifierArn: string };
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
    fileVersions: new FileVersions(localS3Client(outputs), outputs.fileBucket),
    failedRecords: {
      store: bucketStore(outputs.failedRecords, localS3Client(outputs)),
      notifierArn: outputs.notifierArn,
    },
  };
}

/** Uses the operator's credentials and region. */
async function openDeployed(stack: string): Promise<Service> {
  const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName: stack }));
  const outputOf = (name: string): string => {
    const output = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    if (!output) throw new UsageError(`The stack "${stack}" has no output ${name}: is it a stack of this service?`);
    return output;
  };
  return {
    table: new Table(createClient(), outputOf('TableName')),
    fileBucket: await deployedFileBucket(outputOf('SubmittedFilesBucket')),
    fileVersions: new FileVersions(new S3Client({}), outputOf('SubmittedFilesBucket')),
    failedRecords: { store: bucketStore(outputOf('FailedRecordsBucket')), notifierArn: outputOf('NotifierArn') },
  };
}

/** Uses the SDK's default region and credentials. */
async function deployedFileBucket(bucket: string): Promise<FileBucket> {
  const { region, credentials } = new S3Client({}).config;
  return new FileBucket({ bucket, region: await region(), credentials });
}
