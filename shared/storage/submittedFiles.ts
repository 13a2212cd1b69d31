import * as z from 'zod/mini';
import { SCAN_STATES, type ScanState, type SubmittedFile } from '../contract/schemas/files.ts';
import { submissionKey } from './itemKeys.ts';
import { ConditionFailed, type TableAccess } from './table.ts';

/** The files of a submission as they are stored: by their ids, so that one of them can be changed alone. */
export const StoredFiles = z.catchall(
  z.object({}),
  z.object({
    field: z.string(),
    name: z.string(),
    type: z.string(),
    bytes: z.number(),
    scan: z.enum(SCAN_STATES),
  }),
);
type StoredFiles = z.output<typeof StoredFiles>;

export const storedFiles = (files: readonly SubmittedFile[]): StoredFiles =>
  Object.fromEntries(files.map(({ id, ...file }) => [id, file]));

/** In the order of their ids, which is that of the form. */
export const submittedFiles = (stored: StoredFiles): SubmittedFile[] =>
  Object.entries(stored)
    .map(([id, file]) => ({ id, ...file }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** Which file. */
export interface FileIds {
  endpointId: string;
  submissionId: string;
  fileId: string;
}

/** What scans found. */
export class FileScans {
  readonly #table: Pick<TableAccess, 'update'>;

  constructor(table: Pick<TableAccess, 'update'>) {
    this.#table = table;
  }

  /**
   * Notes what a scan found, once: what was found before stays.
   * @returns whether there is such a file whose scan was pending
   */
  async record({ endpointId, submissionId, fileId }: FileIds, found: Exclude<ScanState, 'pending'>): Promise<boolean> {
    try {
      await this.#table.update({
        Key: submissionKey(endpointId, submissionId),
        UpdateExpression: 'SET #files.#file.#scan = :found',
        ConditionExpression: '#files.#file.#scan = :pending',
        ExpressionAttributeNames: { '#files': 'files', '#file': fileId, '#scan': 'scan' },
        ExpressionAttributeValues: { ':found': found, ':pending': 'pending' satisfies ScanState },
        ReturnValues: 'NONE',
      });
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  }
}
