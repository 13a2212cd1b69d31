import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  tableName: string;
  /** The folder of stream records that failed for good, and the name of notifySubmission in them. */
  failedRecords: string;
  notifierArn: string;
  /** The demo workspace, its key and its endpoint. */
  workspaceId: string;
  apiKey: string;
  endpointId: string;
  /** Process that serves this. */
  pid: number;
}

const fileIn = (folder: string): string => join(folder, 'outputs.json');

/** The outputs of the service that runs on this folder; undefined when none does. */
export function readOutputs(folder = DATA_FOLDER): Outputs | undefined {
  try {
    const outputs: Outputs = JSON.parse(readFileSync(fileIn(folder), 'utf8'));
    return isAlive(outputs.pid) ? outputs : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: whoever waits for the file never reads half of it. */
export function writeOutputs(folder: string, outputs: Outputs): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${fileIn(folder)}.new`, `${JSON.stringify(outputs, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${fileIn(folder)}.new`, fileIn(folder));
}

/** Whether there is a process with this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
