import * as z from 'zod/mini';
import { SCAN_STATES, type ScanState, type SubmittedFile } from '../../contract/schemas/files/submittedFile.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { pendingKey, submissionKey } from '../table/itemKeys.ts';
import type { ItemKey } from '../table/partitions.ts';
import type { TableAccess } from '../table/table.ts';

/** A submission's files by id, so that one can be changed separately. */
export const StoredFiles = z.catchall(
  z.object({}),
  z.object({
    field: z.string(),
    name: z.string(),
    type: z.string(),
    bytes: z.number(),
    /** An unknown one withholds the file. */
    scan: z._default(z.enum(SCAN_STATES), 'unscannable'),
  }),
);
type StoredFiles = z.output<typeof StoredFiles>;

export const storedFiles = (files: readonly SubmittedFile[]): StoredFiles =>
  Object.fromEntries(files.map(({ id, ...file }) => [id, file]));

/** Ordered by id, which is the order of the form. */
export const submittedFiles = (stored: StoredFiles): SubmittedFile[] =>
  Object.entries(stored)
    .map(([id, file]) => ({ id, ...file }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** A submission's files, with the states of their scans. */
export const FILE_ATTRIBUTES = ['files'] as const;
type FileAttribute = (typeof FILE_ATTRIBUTES)[number];

export interface FileIds {
  endpointId: string;
  submissionId: string;
  fileId: string;
}

/**
 * Records a scan's result, unless there is one already. The submission may not be confirmed yet.
 * @returns whether there is such a file whose scan was pending
 */
export async function recordScanOf(
  table: Pick<TableAccess, 'update'>,
  { endpointId, submissionId, fileId }: FileIds,
  found: Exclude<ScanState, 'pending'>,
): Promise<boolean> {
  const recordIn = (Key: ItemKey) =>
    ifConditionHolds(
      table.update({
        Key,
        UpdateExpression: 'SET #files.#file.#scan = :found',
        ConditionExpression: '#files.#file.#scan = :pending',
        ExpressionAttributeNames: { '#files': 'files' satisfies FileAttribute, '#file': fileId, '#scan': 'scan' },
        ExpressionAttributeValues: { ':found': found, ':pending': 'pending' satisfies ScanState },
        ReturnValues: 'NONE',
      }),
    );
  return (
    (await recordIn(submissionKey(endpointId, submissionId))) || (await recordIn(pendingKey(endpointId, submissionId)))
  );
}
