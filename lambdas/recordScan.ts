import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBridgeEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { ScanState } from '../shared/contract/schemas/files.ts';
import { FileBucket } from '../shared/files/fileBucket.ts';
import { fileIdsOf } from '../shared/files/objectKeys.ts';
import { SignedRequests } from '../shared/files/signedRequests.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment, s3Location } from '../shared/runtime/environment.ts';
import { FileScans } from '../shared/storage/submittedFiles.ts';
import { createClient, Table } from '../shared/storage/table.ts';

interface Dependencies {
  scans: Pick<FileScans, 'record'>;
  bucket: Pick<FileBucket, 'remove'>;
  wait?: (ms: number) => Promise<unknown>;
}

/** The parts of GuardDuty's event that matter here ("Monitoring S3 object scans with Amazon EventBridge"). */
const ScanResult = z.object({
  s3ObjectDetails: z.object({ objectKey: z.string() }),
  scanResultDetails: z.object({ scanResultStatus: z.string() }),
});

/** What we say for what GuardDuty says; what it could not look at, for whatever reason, cannot be scanned. */
const FOUND: Readonly<Record<string, Exclude<ScanState, 'pending'>>> = {
  NO_THREATS_FOUND: 'clean',
  THREATS_FOUND: 'infected',
};

/**
 * A result may be here before the submission is: files are stored first, and the submission within ten seconds after
 * them, or never.
 */
const ATTEMPTS_MAX = 13;
const WAIT_MS = 1_000;

/**
 * Records in a submission what the scan of one of its files found, and deletes a file that is infected: so an address that was
 * handed out before opens it no more. The file goes first, so no address works once the result can be read. A result that is
 * delivered twice changes nothing.
 */
export function createHandler({ scans, bucket, wait = sleep }: Dependencies) {
  return consume('recordScan', async ({ detail }: EventBridgeEvent<string, unknown>) => {
    const { s3ObjectDetails, scanResultDetails } = ScanResult.parse(detail);
    const ids = fileIdsOf(s3ObjectDetails.objectKey);
    if (!ids) throw new Error('the result is about an object that is no file of a submission');
    const found = FOUND[scanResultDetails.scanResultStatus] ?? 'unscannable';
    if (found === 'infected') await bucket.remove(s3ObjectDetails.objectKey);
    let recorded = await scans.record(ids, found);
    for (let attempt = 2; !recorded && attempt <= ATTEMPTS_MAX; attempt++) {
      await wait(WAIT_MS);
      recorded = await scans.record(ids, found);
    }
    return { result: undefined, fields: { ...ids, found, recorded } };
  });
}

export const handler = fromEnvironment(['tableName', 'fileBucket'], ({ tableName, fileBucket }) =>
  createHandler({
    scans: new FileScans(new Table(createClient(), tableName)),
    bucket: new FileBucket(new SignedRequests({ bucket: fileBucket, ...s3Location() })),
  }),
);
