import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './files.ts';

/** Where the local service keeps its data unless told otherwise. */
export const DATA_FOLDER = '.local';

/** What `cdk deploy --outputs-file` would write, and what only a local service has. */
export interface Outputs {
  apiUrl: string;
  siteUrl: string;
  inboxUrl: string;
  /** Capacity, calls and rounds per function: GET, and DELETE to reset. */
  usageUrl: string;
  /** What is to go wrong with AWS's services, for tests: PUT a list. */
  faultsUrl: string;
  dynamodbEndpoint: string;
  /** Without it the table's address answers nothing. Any secret key goes with it. */
  dynamodbAccessKeyId: string;
  tableName: string;
  /** S3, which answers to what is signed: with the key above and this secret, anything is allowed. */
  s3Endpoint: string;
  s3SecretAccessKey: string;
  /** The bucket of the files that were sent with forms. */
  fileBucket: string;
  /** How far ahead the time is by which objects and presigned addresses expire, for tests: PUT, and GET. POST invokes functions that have a schedule. */
  clockUrl: string;
  /** The bucket of stream records that failed for good, and the name of notifySubmission in them. */
  failedRecords: string;
  notifierArn: string;
  /** The demo workspace, its key and its endpoint. */
  workspaceId: string;
  apiKey: string;
  endpointId: string;
  /** Who notifications come from. */
  senderAddress: string;
  /** Process that serves this. */
  pid: number;
  /** Says of a service that answers that it is the one that wrote this. */
  instanceId: string;
}

const ANSWER_TIMEOUT_MS = 5_000;

const fileIn = (folder: string): string => join(folder, 'outputs.json');

/** The outputs of the service that runs on this folder; undefined when none does. */
export async function readOutputs(folder = DATA_FOLDER): Promise<Outputs | undefined> {
  try {
    const outputs: Outputs = JSON.parse(readFileSync(fileIn(folder), 'utf8'));
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = await fetch(new URL('/instance', outputs.usageUrl), { signal });
    const { instanceId } = (await answer.json()) as Partial<Outputs>;
    return instanceId !== undefined && instanceId === outputs.instanceId ? outputs : undefined;
  } catch {
    return undefined;
  }
}

export function writeOutputs(folder: string, outputs: Outputs): void {
  mkdirSync(folder, { recursive: true });
  writeWhole(fileIn(folder), `${JSON.stringify(outputs, null, 2)}\n`);
}

/** Takes away what a service has left that is gone. */
export const removeOutputs = (folder: string): void => rmSync(fileIn(folder), { force: true });
