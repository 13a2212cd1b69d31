import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBridgeEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { ScanState } from '../shared/contract/schemas/files/submittedFile.ts';
import { FileBucket } from '../shared/files/fileBucket.ts';
import { fileIdsOf } from '../shared/files/objectKeys.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { recordScanOf } from '../shared/storage/submissions/submittedFiles.ts';
import { createClient } from '../shared/storage/table/client.ts';
import { Table, type TableAccess } from '../shared/storage/table/table.ts';

interface Dependencies {
  table: Pick<TableAccess, 'update'>;
  bucket: Pick<FileBucket, 'remove'>;
  wait?: (ms: number) => Promise<unknown>;
}

/** The parts of GuardDuty's event that matter here ("Monitoring S3 object scans with Amazon EventBridge"). */
const ScanResult = z.object({
  s3ObjectDetails: z.object({ objectKey: z.string() }),
  scanResultDetails: z.object({ scanResultStatus: z.string() }),
});

/** Our states for GuardDuty's results; anything else is unscannable. */
const FOUND: Readonly<Record<string, Exclude<ScanState, 'pending'>>> = {
  NO_THREATS_FOUND: 'clean',
  THREATS_FOUND: 'infected',
};

/** A result can precede its submission: files are stored first, and the submission within ten seconds or never. */
const ATTEMPTS_MAX = 13;
const WAIT_MS = 1_000;

/**
 * Records a file's scan result in its submission and deletes an infected file. Deletes first, so that presigned URLs
 * stop working before the result is visible. Idempotent.
 */
export function createHandler({ table, bucket, wait = sleep }: Dependencies) {
  return consume('recordScan', async ({ detail }: EventBridgeEvent<string, unknown>) => {
    const { s3ObjectDetails, scanResultDetails } = ScanResult.parse(detail);
    const ids = fileIdsOf(s3ObjectDetails.objectKey);
    if (!ids) throw new Error('the scanned object is not a submitted file');
    const found = FOUND[scanResultDetails.scanResultStatus] ?? 'unscannable';
    if (found === 'infected') await bucket.remove(s3ObjectDetails.objectKey);
    let recorded = await recordScanOf(table, ids, found);
    for (let attempt = 2; !recorded && attempt <= ATTEMPTS_MAX; attempt++) {
      await wait(WAIT_MS);
      recorded = await recordScanOf(table, ids, found);
    }
    return { result: undefined, fields: { ...ids, found, recorded } };
  });
}

export const handler = fromEnvironment(['tableName', 'fileBucket'], ({ tableName, fileBucket }) =>
  createHandler({ table: new Table(createClient(), tableName), bucket: FileBucket.named(fileBucket) }),
);
