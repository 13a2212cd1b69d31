import { join } from 'node:path';
import { OBJECT_KINDS } from '../../../shared/files/objectKinds.ts';
import { ITEM_KINDS } from '../../../shared/storage/itemKinds.ts';
import type { FileIds } from '../../../shared/storage/submissions/submittedFiles.ts';

/** Files of an export, besides one of submissions per endpoint and the submitted files. */
export const EXPORT_FILES = {
  workspace: ITEM_KINDS.workspace.exported.to,
  endpoints: ITEM_KINDS.endpoint.exported.to,
  keys: ITEM_KINDS.key.exported.to,
  members: ITEM_KINDS.member.exported.to,
  webhooks: ITEM_KINDS.webhook.exported.to,
  removals: ITEM_KINDS['removals of a day'].exported.to,
  erasures: ITEM_KINDS['erasure of a person'].exported.to,
  audit: ITEM_KINDS['audit entry'].exported.to,
  pending: ITEM_KINDS['pending submission'].exported.to,
} as const;

export const submissionsFile = (endpointId: string): string =>
  join(...ITEM_KINDS.submission.exported.to.replace('<enp>', endpointId).split('/'));

export const FILES_FOLDER = OBJECT_KINDS.files.exported.to.split('/', 1).join();

/** Path of a submitted file. Named by its id, because the sender chose its name. */
export const submittedFile = ({ endpointId, submissionId, fileId }: FileIds): string =>
  join(
    ...OBJECT_KINDS.files.exported.to
      .replace('<enp>', endpointId)
      .replace('<sub>', submissionId)
      .replace('<fil>', fileId)
      .split('/'),
  );

export const csvOf = (jsonLinesFile: string): string => jsonLinesFile.replace(/\.jsonl$/, '.csv');
