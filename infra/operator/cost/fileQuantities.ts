import { RETENTION_DAYS } from '../../retention.ts';
import { ASSUMPTIONS, HOURS_PER_MONTH } from './assumptions.ts';
import { FILES, itemBytesOf } from './measured.ts';
import { GB, type Invocations, type Quantities } from './quantities.ts';
import type { StackFacts } from './stackFacts.ts';
import type { Workload } from './workload.ts';

/** Files of a month. */
const filesOf = ({ submissions, files }: Workload): number => submissions * files;

/** Files that are opened: each is a request to the API, and one to S3. */
export const filesOpened = (workload: Workload): number => filesOf(workload) * workload.opens;

/** Submissions of a month that have files. */
const submissionsWithFiles = ({ submissions, files }: Workload): number => submissions * Math.sign(files);

/** The bytes of a stored submission with its files' entries. */
export const storedItemBytes = ({ size, files }: Pick<Workload, 'size' | 'files'>): number =>
  itemBytesOf(size) + files * FILES.itemBytes;

/** The additional time of a submission: the message, then all files in parallel. */
export const fileTimeMs = ({ files }: Workload): number =>
  Math.sign(files) * (ASSUMPTIONS.queueMs + ASSUMPTIONS.objectMs);

/** The functions' additional use for files. */
export function fileInvocations(workload: Workload, { scannedBuckets }: StackFacts): Invocations[] {
  const { ownMs, dynamodbRoundMs } = ASSUMPTIONS;
  const ms = ownMs + dynamodbRoundMs;
  return [
    { function: 'purgeEndpoint', count: submissionsWithFiles(workload), ms },
    { function: 'retrieveFile', count: filesOpened(workload), ms },
    { function: 'recordScan', count: Math.sign(scannedBuckets) * filesOf(workload), ms },
  ];
}

/** What files use in addition to requests and functions. */
export function fileQuantities(workload: Workload, { scannedBuckets }: StackFacts): Record<string, Quantities> {
  const { fileBytes, months, opens } = workload;
  const itemBytes = storedItemBytes(workload);
  const count = filesOf(workload);
  const gb = (count * fileBytes) / GB;
  const scans = Math.sign(scannedBuckets) * count;
  return {
    DynamoDB: {
      readUnit:
        filesOpened(workload) * FILES.open.readUnits +
        submissionsWithFiles(workload) * FILES.check.readUnits(itemBytes),
      writeUnit: scans * FILES.scan.writeUnits(itemBytes),
    },
    S3: {
      objectWrite: count * FILES.objectWrites,
      objectRead: filesOpened(workload) + scans,
      // A removed file is kept for a while longer.
      objectStorage: gb * (months + (RETENTION_DAYS.recovery * 24) / HOURS_PER_MONTH),
    },
    SQS: { queueRequest: submissionsWithFiles(workload) * FILES.queueRequests },
    GuardDuty: { scannedObject: scans, scannedGb: Math.sign(scannedBuckets) * gb },
    'Data transfer': { transferOut: gb * opens },
  };
}
