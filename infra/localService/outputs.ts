import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../tools/writeWhole.ts';

export const DATA_FOLDER = '.local';

/** The outputs of `cdk deploy --outputs-file`, and those of the local service only. */
export interface Outputs {
  apiUrl: string;
  siteUrl: string;
  inboxUrl: string;
  /** Capacity, calls and rounds per function: GET, and DELETE to reset. */
  usageUrl: string;
  /** Faults of AWS's services, for tests: PUT a list. */
  faultsUrl: string;
  dynamodbEndpoint: string;
  /** Required by the table's server, with any secret key. */
  dynamodbAccessKeyId: string;
  tableName: string;
  /** S3. The access key above and this secret have all permissions. */
  s3Endpoint: string;
  s3SecretAccessKey: string;
  fileBucket: string;
  /** POST invokes scheduled functions. */
  clockUrl: string;
  /** The bucket of failed stream records, and notifySubmission's name in them. */
  failedRecords: string;
  notifierArn: string;
  workspaceId: string;
  apiKey: string;
  endpointId: string;
  /** Whom the dashboard lets in with a code by mail; absent in older demos. */
  ownerAddress?: string | undefined;
  senderAddress: string;
  pid: number;
  /** Identifies the running service, to detect outputs of another. */
  instanceId: string;
}

const ANSWER_TIMEOUT_MS = 5_000;

const fileIn = (folder: string): string => join(folder, 'outputs.json');

/** Outputs of the service running on this folder; undefined if none is. */
export async function readOutputs(folder = DATA_FOLDER): Promise<Outputs | undefined> {
  try {
    const outputs: Outputs = JSON.parse(readFileSync(fileIn(folder), 'utf8'));
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(new URL('/instance', outputs.usageUrl), { signal });
    const { instanceId } = (await response.json()) as Partial<Outputs>;
    return instanceId !== undefined && instanceId === outputs.instanceId ? outputs : undefined;
  } catch {
    return undefined;
  }
}

export function writeOutputs(folder: string, outputs: Outputs): void {
  mkdirSync(folder, { recursive: true });
  writeWhole(fileIn(folder), `${JSON.stringify(outputs, null, 2)}\n`);
}

export const removeOutputs = (folder: string): void => rmSync(fileIn(folder), { force: true });
