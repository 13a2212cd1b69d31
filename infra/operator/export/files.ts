import { join } from 'node:path';
import { OBJECT_KINDS } from '../../../shared/files/objectKinds.ts';
import { ITEM_KINDS } from '../../../shared/storage/itemKinds.ts';
import type { FileIds } from '../../../shared/storage/submittedFiles.ts';

/** The files of an export, besides one of submissions for each endpoint, and what was submitted as files. */
export const EXPORT_FILES = {
  workspace: ITEM_KINDS.workspace.exported.to,
  endpoints: ITEM_KINDS.endpoint.exported.to,
  keys: ITEM_KINDS.key.exported.to,
  webhooks: ITEM_KINDS.webhook.exported.to,
} as const;

export const submissionsFile = (endpointId: string): string =>
  join(...ITEM_KINDS.submission.exported.to.replace('<enp>', endpointId).split('/'));

/** A file of a submission: named by its id, because its name is whatever somebody sent. */
export const submittedFile = ({ endpointId, submissionId, fileId }: FileIds): string =>
  join(
    ...OBJECT_KINDS.files.exported.to
      .replace('<enp>', endpointId)
      .replace('<sub>', submissionId)
      .replace('<fil>', fileId)
      .split('/'),
  );

/** Path of the CSV file for a file of JSON lines. */
export const csvOf = (jsonLinesFile: string): string => jsonLinesFile.replace(/\.jsonl$/, '.csv');
